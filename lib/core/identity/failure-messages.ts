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
      return { title: message('identity.error.rateLimited.title'), text: messageForRateLimit(failure, host) };
    case 'no-refresh-token':
      return {
        title: message('identity.error.noRefreshToken.title'),
        text: message('identity.error.noRefreshToken.remedy', {
          host,
          clientId: setting.environment.clientId,
        }),
      };
    case 'unreachable':
      return {
        title: message('identity.error.unreachable.title', { host }),
        text: message('identity.error.unreachable.remedy'),
      };
    case 'timeout':
      return {
        title: message('identity.error.timeout.title', { host }),
        text: message('identity.error.timeout.remedy', { seconds: failure.seconds }),
      };
    case 'no-permission':
      return {
        title: message('identity.error.noAccess.title', { host }),
        text: message('identity.error.noAccess.remedy', { host }),
      };
    case 'not-bearer':
      return {
        title: message('identity.error.tokenType.title'),
        text: message('identity.error.tokenType.remedy', {
          name: setting.environment.name,
          tokenType: failure.tokenType,
        }),
      };
    case 'unusable-token':
      return {
        title: message('identity.error.unusableToken.title'),
        text: message('identity.error.unusableToken.remedy', { host, detail: failure.detail }),
      };
    case 'bad-credential':
      return { title: message('identity.error.credential.title'), text: messageForCredential(failure) };
    case 'not-stored':
      return { title: message('identity.error.notStored.title'), text: message('identity.error.notStored.remedy') };
    case 'cancelled':
      return { title: message('identity.error.cancelled.title'), text: message('identity.error.cancelled.detail') };
    case 'expired':
      return {
        title: message('identity.error.sessionExpired.title'),
        text: message('identity.error.sessionExpired.remedy', { userId: setting.userId }),
      };
    case 'gone':
      return failure.item === 'session'
        ? { title: message('identity.error.noSession.title'), text: message('identity.error.noSession.remedy') }
        : {
            title: message('identity.error.noEnvironment.title'),
            text: message('identity.error.noEnvironment.remedy'),
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
      text: message('identity.error.noEndpoint.remedy', {
        environment: tokenEndpoint(environment),
        pathPrefix: environment.pathPrefix || message('identity.noPathPrefix'),
        detail,
      }),
    };
  }
  if (status === 403) {
    return {
      title: message('identity.error.blocked.title', { host }),
      text: message('identity.error.blocked.remedy', { host, detail }),
    };
  }
  if (isRedirect(detail)) {
    const tryHttps = message('identity.error.redirected.tryHttps', { host });
    return {
      title: message('identity.error.redirected.title', { host }),
      text: environment.authUrl.startsWith('https:') ? detail : [message('identity.response.redirected'), tryHttps],
    };
  }
  if (status >= 500) {
    return {
      title: message('identity.error.server.title', { host }),
      text: message('identity.error.server.remedy', { status, detail }),
    };
  }
  return {
    title: message('identity.error.invalidResponse.title'),
    text: message('identity.error.invalidResponse.remedy', { host, status, detail }),
  };
}

function isRedirect(detail: MessageText): boolean {
  return typeof detail === 'object' && 'code' in detail && detail.code === 'identity.response.redirected';
}

type Rejection = Extract<LoginFailure, { reason: 'rejected' }>;

/**
 * An error response of identity providers.
 * Matched on `error` and its description: the status differs by version.
 */
interface KnownError {
  readonly error: RegExp;
  readonly description?: RegExp;
  /** Whether only a refresh has this error. */
  readonly isRefresh?: true;
  readonly title: Message;
  readonly remedy: (environment: Environment) => Message;
}

/**
 * The first matching error applies.
 * The errors are those of RFC 6749 section 5.2, the descriptions those of Keycloak 14 and later.
 */
const KNOWN_ERRORS: readonly KnownError[] = [
  {
    error: /^invalid_grant$/,
    description: /not fully set up/i,
    title: message('identity.error.accountNotSetUp.title'),
    remedy: () => message('identity.error.accountNotSetUp.remedy'),
  },
  {
    error: /^invalid_grant$/,
    description: /disabled/i,
    title: message('identity.error.accountDisabled.title'),
    remedy: () => message('identity.error.accountDisabled.remedy'),
  },
  {
    error: /^invalid_grant$/,
    description: /not active|refresh token|stale|session/i,
    title: message('identity.error.sessionExpired.title'),
    remedy: () => message('identity.error.refreshTokenInvalid.remedy'),
  },
  {
    // Other providers than Keycloak may send no description.
    error: /^invalid_grant$/,
    isRefresh: true,
    title: message('identity.error.sessionExpired.title'),
    remedy: () => message('identity.error.refreshTokenInvalid.remedy'),
  },
  {
    error: /^invalid_grant$/,
    title: message('identity.error.badCredentials.title'),
    remedy: () => message('identity.error.badCredentials.remedy'),
  },
  {
    error: /^unauthorized_client$/,
    description: /direct access/i,
    title: message('identity.error.noDirectAccessGrants.title'),
    remedy: ({ clientId }) => message('identity.error.noDirectAccessGrants.remedy', { clientId }),
  },
  {
    // Keycloak 19 to 26 use one description for a missing secret and an unknown client, but different errors.
    error: /^unauthorized_client$/,
    title: message('identity.error.clientSecret.title'),
    remedy: ({ clientId }) => message('identity.error.clientSecret.remedy', { clientId }),
  },
  {
    error: /^invalid_client$/,
    description: /secret/i,
    title: message('identity.error.clientSecret.title'),
    remedy: ({ clientId }) => message('identity.error.clientSecret.remedy', { clientId }),
  },
  {
    error: /^invalid_client$/,
    title: message('identity.error.unknownClient.title'),
    remedy: ({ clientId, realm }) => message('identity.error.unknownClient.remedy', { clientId, realm }),
  },
  {
    error: /^unsupported_grant_type$/,
    title: message('identity.error.unsupportedGrant.title'),
    remedy: () => message('identity.error.unsupportedGrant.remedy'),
  },
  {
    error: /^invalid_scope$/,
    title: message('identity.error.scope.title'),
    remedy: ({ clientId }) => message('identity.error.scope.remedy', { clientId }),
  },
  {
    error: /^invalid_request$/,
    description: /https required/i,
    title: message('identity.error.httpsRequired.title'),
    remedy: () => message('identity.error.httpsRequired.remedy'),
  },
  {
    error: /^invalid_request$/,
    title: message('identity.error.incompleteRequest.title'),
    remedy: () => message('identity.error.incompleteRequest.remedy'),
  },
  {
    error: /^access_denied$/,
    description: /realm.*(?:not enabled|disabled)/i,
    title: message('identity.error.realmDisabled.title'),
    remedy: ({ realm }) => message('identity.error.realmDisabled.remedy', { realm }),
  },
  {
    error: /^access_denied$/,
    title: message('identity.error.accessDenied.title'),
    remedy: () => message('identity.error.accessDenied.remedy'),
  },
  {
    error: /realm does not exist/i,
    title: message('identity.error.unknownRealm.title'),
    remedy: ({ realm, pathPrefix }) =>
      message('identity.error.unknownRealm.remedy', {
        realm,
        pathPrefix: pathPrefix || message('identity.noPathPrefixHere'),
      }),
  },
];

export function messageForRejection(rejection: Rejection, setting: FailureSetting): FailureMessage {
  const { environment, userId } = setting;
  const knownError = KNOWN_ERRORS.find(
    ({ error, description, isRefresh = setting.isRefresh }) =>
      error.test(rejection.error) &&
      (description?.test(rejection.description) ?? true) &&
      isRefresh === setting.isRefresh,
  );
  const rejectionMessage = message('identity.error.rejected.message', {
    name: environment.name,
    userId,
    rejection: describeRejection(rejection),
  });
  if (knownError !== undefined)
    return { title: knownError.title, text: [rejectionMessage, knownError.remedy(environment)] };
  return messageForStatus(rejection, environment, rejectionMessage);
}

/** Returns the error code and its description, or the code alone if the description adds nothing to it. */
function describeRejection({ error, description, status }: Rejection): string {
  const isRedundant = description === '' || description === 'Invalid user credentials';
  return isRedundant ? error || String(status) : `${error}: ${description}`;
}

function messageForStatus({ status }: Rejection, environment: Environment, rejectionMessage: Message): FailureMessage {
  const host = providerHost(environment);
  if (status === 404) {
    return {
      title: message('identity.error.noEndpoint.title'),
      text: message('identity.error.rejected.checkPath', {
        rejection: rejectionMessage,
        pathPrefix: environment.pathPrefix || message('identity.noPathPrefix'),
        realm: environment.realm,
      }),
    };
  }
  if (status === 429 || status >= 500) {
    return {
      title: message('identity.error.server.title', { host }),
      text: message('identity.error.rejected.retryLater', { rejection: rejectionMessage, status }),
    };
  }
  return {
    title: message('identity.error.rejected.title'),
    text: message('identity.error.rejected.checkLogs', { rejection: rejectionMessage, status, host }),
  };
}
