import { type Message, type MessageText, message } from '#core/util/message';
import { providerHost, tokenEndpoint } from './environment';
import type { FailureMessage, FailureSetting, LoginFailure } from './failure';
import { messageForRejection } from './rejection-messages';
import { MAX_CREDENTIAL_CHARACTERS } from './token-limits';

/** Says what a failure is. The messages hold neither token nor password: a failure has none. */
export function explainFailure(failure: LoginFailure, setting: FailureSetting): FailureMessage {
  const host = providerHost(setting.environment);
  switch (failure.reason) {
    case 'rejected':
      return messageForRejection(failure, setting);
    case 'unreadable-answer':
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
    case 'too-slow':
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
  { status, detail }: Extract<LoginFailure, { reason: 'unreadable-answer' }>,
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
