import type { MessageText } from '#core/util/message';
import type { Environment } from './environment';
import type { LoginFailure } from './failure';

type CheckedPart = 'Identity provider' | 'Realm' | 'Client' | 'Issuer' | 'Registry';

/** Result of the check of one part of an environment: a message, or the failure of a request. */
export type EnvironmentCheck =
  | {
      readonly part: CheckedPart;
      readonly outcome: 'good' | 'bad' | 'not-tried';
      /** The result and its remedy. */
      readonly message: MessageText;
    }
  | {
      readonly part: CheckedPart;
      readonly outcome: 'bad';
      readonly failure: LoginFailure;
      readonly setting: { readonly environment: Environment; readonly userId: MessageText };
    };
