import { type Message, message } from '#core/util/message';
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
