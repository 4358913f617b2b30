import type { MessageText } from '#core/util/message';
import type { Environment } from './environment';
import type { LoginFailure } from './failure';

type CheckedPart = 'provider' | 'realm' | 'client' | 'issuer' | 'registry';

/** Result of the check of one part of an environment: a message, or the failure of a request. */
export type EnvironmentCheck =
  | {
      readonly part: CheckedPart;
      readonly outcome: 'passed' | 'failed' | 'skipped';
      /** The result and its remedy. */
      readonly message: MessageText;
    }
  | {
      readonly part: CheckedPart;
      readonly outcome: 'failed';
      readonly failure: LoginFailure;
      readonly setting: { readonly environment: Environment; readonly userId: MessageText };
    };
