import { type Message, message } from '#core/util/message';
import { type Environment, providerHost } from './environment';
import type { FailureMessage, FailureSetting, LoginFailure } from './failure';

type Rejection = Extract<LoginFailure, { reason: 'rejected' }>;

/**
 * One row of what identity providers respond.
 * Matched on `error` and its description: the status differs by version.
 */
interface RejectionRule {
  readonly error: RegExp;
  readonly detail?: RegExp;
  readonly title: Message;
  readonly advice: (environment: Environment) => Message;
}

/**
 * First match counts.
 * The errors are those of RFC 6749 section 5.2, the descriptions those of Keycloak 14 and later.
 */
const RULES: readonly RejectionRule[] = [
  {
    error: /^invalid_grant$/,
    detail: /not fully set up/i,
    title: message('identity.error.accountNotSetUp.title'),
    advice: () => message('identity.error.accountNotSetUp.remedy'),
  },
  {
    error: /^invalid_grant$/,
    detail: /disabled/i,
    title: message('identity.error.accountDisabled.title'),
    advice: () => message('identity.error.accountDisabled.remedy'),
  },
  {
    error: /^invalid_grant$/,
    detail: /not active|refresh token|stale|session/i,
    title: message('identity.error.sessionExpired.title'),
    advice: () => message('identity.error.refreshTokenInvalid.remedy'),
  },
  {
    error: /^invalid_grant$/,
    title: message('identity.error.badCredentials.title'),
    advice: () => message('identity.error.badCredentials.remedy'),
  },
  {
    error: /^unauthorized_client$/,
    detail: /direct access/i,
    title: message('identity.error.noDirectAccessGrants.title'),
    advice: ({ clientId }) => message('identity.error.noDirectAccessGrants.remedy', { clientId }),
  },
  {
    // Keycloak 19 to 26 describe a missing secret and an unknown client alike: the error alone tells them apart.
    error: /^unauthorized_client$/,
    title: message('identity.error.clientSecret.title'),
    advice: ({ clientId }) => message('identity.error.clientSecret.remedy', { clientId }),
  },
  {
    error: /^invalid_client$/,
    detail: /secret/i,
    title: message('identity.error.clientSecret.title'),
    advice: ({ clientId }) => message('identity.error.clientSecret.remedy', { clientId }),
  },
  {
    error: /^invalid_client$/,
    title: message('identity.error.unknownClient.title'),
    advice: ({ clientId, realm }) => message('identity.error.unknownClient.remedy', { clientId, realm }),
  },
  {
    error: /^unsupported_grant_type$/,
    title: message('identity.error.unsupportedGrant.title'),
    advice: () => message('identity.error.unsupportedGrant.remedy'),
  },
  {
    error: /^invalid_scope$/,
    title: message('identity.error.scope.title'),
    advice: ({ clientId }) => message('identity.error.scope.remedy', { clientId }),
  },
  {
    error: /^invalid_request$/,
    detail: /https required/i,
    title: message('identity.error.httpsRequired.title'),
    advice: () => message('identity.error.httpsRequired.remedy'),
  },
  {
    error: /^invalid_request$/,
    title: message('identity.error.incompleteRequest.title'),
    advice: () => message('identity.error.incompleteRequest.remedy'),
  },
  {
    error: /^access_denied$/,
    detail: /realm.*(?:not enabled|disabled)/i,
    title: message('identity.error.realmDisabled.title'),
    advice: ({ realm }) => message('identity.error.realmDisabled.remedy', { realm }),
  },
  {
    error: /^access_denied$/,
    title: message('identity.error.accessDenied.title'),
    advice: () => message('identity.error.accessDenied.remedy'),
  },
  {
    error: /realm does not exist/i,
    title: message('identity.error.unknownRealm.title'),
    advice: ({ realm, pathPrefix }) =>
      message('identity.error.unknownRealm.remedy', {
        realm,
        pathPrefix: pathPrefix || message('identity.noPathPrefixHere'),
      }),
  },
];

export function messageForRejection(rejection: Rejection, { environment, userId }: FailureSetting): FailureMessage {
  const rule = RULES.find(
    ({ error, detail }) => error.test(rejection.error) && (detail?.test(rejection.detail) ?? true),
  );
  const refused = message('identity.error.rejected.message', {
    name: environment.name,
    userId,
    rejection: describeRejection(rejection),
  });
  if (rule !== undefined) return { title: rule.title, sentence: [refused, rule.advice(environment)] };
  return messageForStatus(rejection, environment, refused);
}

/** The short error alone where it is one of RFC 6749's; Keycloak's 404 puts a whole sentence there. */
function describeRejection({ error, detail, status }: Rejection): string {
  return detail === '' || detail === 'Invalid user credentials' ? error || String(status) : `${error}: ${detail}`;
}

function messageForStatus({ status }: Rejection, environment: Environment, refused: Message): FailureMessage {
  const host = providerHost(environment);
  if (status === 404) {
    return {
      title: message('identity.error.noEndpoint.title'),
      sentence: message('identity.error.rejected.checkPath', {
        refused,
        pathPrefix: environment.pathPrefix || message('identity.noPathPrefix'),
        realm: environment.realm,
      }),
    };
  }
  if (status === 429 || status >= 500) {
    return {
      title: message('identity.error.server.title', { host }),
      sentence: message('identity.error.rejected.retryLater', { refused, status }),
    };
  }
  return {
    title: message('identity.error.rejected.title'),
    sentence: message('identity.error.rejected.checkLogs', { refused, status, host }),
  };
}
