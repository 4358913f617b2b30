import type { MessageText } from '#core/util/message';
import type { Environment } from './environment';
import type { LoginFailure } from './failure';

type CheckedPart = 'Identity provider' | 'Realm' | 'Client' | 'Issuer' | 'Registry';

/** What a check of an environment found, part by part: in words, or as a log-in would fail. */
export type EnvironmentCheck =
  | {
      readonly part: CheckedPart;
      readonly outcome: 'good' | 'bad' | 'not-tried';
      /** What was found, and what to do about it. */
      readonly message: MessageText;
    }
  | {
      readonly part: CheckedPart;
      readonly outcome: 'bad';
      readonly failure: LoginFailure;
      readonly setting: { readonly environment: Environment; readonly userId: MessageText };
    };
