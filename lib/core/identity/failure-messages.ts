import { type Message, type MessageText, message } from '#core/util/message';
import { type Environment, providerHost, tokenEndpoint } from './environment';
import type { FailureMessage, FailureSetting, LoginFailure } from './failure';
import { MAX_CREDENTIAL_CHARACTERS } from './token-limits';

/**
 * Returns title and remedy of a failure.
 * They contain neither tokens nor passwords, because failures have none.
 */
export function explainFailure(failure: LoginFailure, setting: FailureSetting): FailureMessage {
  const host = providerHost(setting.environment);
  switch (failure.reason) {
    case 'rejected':
      return messageForRejection(failure, setting);
    case 'unreadable-response':
      return messageForUnreadable(failure, setting);
    case 'rate-limited':
      return { title: message('identity.error.rateLimited.title'), sentence: messageForRateLimit(failure, host) };
    case 'no-refresh-token':
      return {
        title: message('identity.error.noRefreshToken.title'),
        sentence: message('identity.error.noRefreshToken.remedy', {
          host,
          clientId: setting.environment.clientId,
        }),
      };
    case 'unreachable':
      return {
        title: message('identity.error.unreachable.title', { host }),
        sentence: message('identity.error.unreachable.remedy'),
      };
    case 'timeout':
      return {
        title: message('identity.error.timeout.title', { host }),
        sentence: message('identity.error.timeout.remedy', { seconds: failure.seconds }),
      };
    case 'no-permission':
      return {
        title: message('identity.error.noAccess.title', { host }),
        sentence: message('identity.error.noAccess.remedy', { host }),
      };
    case 'not-bearer':
      return {
        title: message('identity.error.tokenType.title'),
        sentence: message('identity.error.tokenType.remedy', {
          name: setting.environment.name,
          tokenType: failure.tokenType,
        }),
      };
    case 'unusable-token':
      return {
        title: message('identity.error.unusableToken.title'),
        sentence: message('identity.error.unusableToken.remedy', { host, detail: failure.detail }),
      };
    case 'bad-credential':
      return { title: message('identity.error.credential.title'), sentence: messageForCredential(failure) };
    case 'not-stored':
      return { title: message('identity.error.notStored.title'), sentence: message('identity.error.notStored.remedy') };
    case 'cancelled':
      return { title: message('identity.error.cancelled.title'), sentence: message('identity.error.cancelled.detail') };
    case 'expired':
      return {
        title: message('identity.error.sessionExpired.title'),
        sentence: message('identity.error.sessionExpired.remedy', { userId: setting.userId }),
      };
    case 'gone':
      return failure.what === 'session'
        ? { title: message('identity.error.noSession.title'), sentence: message('identity.error.noSession.remedy') }
        : {
            title: message('identity.error.noEnvironment.title'),
            sentence: message('identity.error.noEnvironment.remedy'),
          };
  }
}

function messageForRateLimit(
  { seconds, detail }: Extract<LoginFailure, { reason: 'rate-limited' }>,
  host: string,
): Message {
  return seconds === null
    ? message('identity.error.rateLimited.remedy', { host, detail })
    : message('identity.error.rateLimited.retryAfter', { host, seconds, detail });
}

function messageForCredential({ field, problem }: Extract<LoginFailure, { reason: 'bad-credential' }>): Message {
  const name = field === 'password' ? message('popup.password') : message('popup.userId');
  return problem === 'too-long'
    ? message('identity.error.credential.tooLong', { name, limit: MAX_CREDENTIAL_CHARACTERS })
    : message('identity.error.credential.loneSurrogate', { name });
}

function messageForUnreadable(
  { status, detail }: Extract<LoginFailure, { reason: 'unreadable-response' }>,
  { environment }: FailureSetting,
): FailureMessage {
  const host = providerHost(environment);
  if (status === 404) {
    return {
      title: message('identity.error.noEndpoint.title'),
      sentence: message('identity.error.noEndpoint.remedy', {
        environment: tokenEndpoint(environment),
        pathPrefix: environment.pathPrefix || message('identity.noPathPrefix'),
        detail,
      }),
    };
  }
  if (status === 403) {
    return {
      title: message('identity.error.blocked.title', { host }),
      sentence: message('identity.error.blocked.remedy', { host, detail }),
    };
  }
  if (isRedirect(detail)) {
    const tryHttps = message('identity.error.redirected.tryHttps', { host });
    return {
      title: message('identity.error.redirected.title', { host }),
      sentence: environment.authUrl.startsWith('https:') ? detail : [message('identity.response.redirected'), tryHttps],
    };
  }
  if (status >= 500) {
    return {
      title: message('identity.error.server.title', { host }),
      sentence: message('identity.error.server.remedy', { status, detail }),
    };
  }
  // Browsers hide the status of a redirect (opaque redirect response).
  const code = status === 0 ? '' : ` ${status}`;
  return {
    title: message('identity.error.invalidResponse.title'),
    sentence: message('identity.error.invalidResponse.remedy', { host, code, detail }),
  };
}

function isRedirect(detail: MessageText): boolean {
  return typeof detail === 'object' && 'code' in detail && detail.code === 'identity.response.redirected';
}

type Rejection = Extract<LoginFailure, { reason: 'rejected' }>;

/**
 * A known error response of identity providers.
 * Matched on `error` and its description: the status differs by version.
 */
interface RejectionRule {
  readonly error: RegExp;
  readonly detail?: RegExp;
  readonly title: Message;
  readonly advice: (environment: Environment) => Message;
}

/**
 * The first matching rule applies.
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
    // Keycloak 19 to 26 use one description for a missing secret and an unknown client, but different errors.
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

/** Returns the error code and its description, or the code alone if the description adds nothing to it. */
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
