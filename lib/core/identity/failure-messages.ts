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
        title: message('identity.doesNotAnswer', { host }),
        sentence: message('identity.startTheIdentityProviderOr'),
      };
    case 'too-slow':
      return {
        title: message('identity.isTooSlow', { host }),
        sentence: message('identity.noWholeAnswerCameWithin', { seconds: failure.seconds }),
      };
    case 'no-permission':
      return {
        title: message('identity.noAccessTo', { host }),
        sentence: message('identity.theBrowserLetsThisExtension3', { host }),
      };
    case 'not-bearer':
      return {
        title: message('identity.wrongToken'),
        sentence: message('identity.sentATokenOfType', {
          name: setting.environment.name,
          tokenType: failure.tokenType,
        }),
      };
    case 'unusable-token':
      return {
        title: message('identity.unusableToken'),
        sentence: message('identity.tokenCannotBeUsed', { host, detail: failure.detail }),
      };
    case 'bad-credential':
      return { title: message('identity.credentialNotSent'), sentence: messageForCredential(failure) };
    case 'not-stored':
      return { title: message('identity.sessionNotStored'), sentence: message('identity.storageRefusedSession') };
    case 'cancelled':
      return { title: message('identity.logInCancelled'), sentence: message('identity.nothingWasKept') };
    case 'expired':
      return {
        title: message('identity.theSessionHasEnded'),
        sentence: message('identity.theRefreshTokenOfIs', { userId: setting.userId }),
      };
    case 'gone':
      return failure.what === 'session'
        ? { title: message('identity.noSuchSession'), sentence: message('identity.itWasLoggedOutOr') }
        : { title: message('identity.noSuchEnvironment'), sentence: message('identity.itWasRemovedChooseAnother') };
  }
}

function messageForCredential({ field, problem }: Extract<LoginFailure, { reason: 'bad-credential' }>): Message {
  const name = field === 'password' ? message('popup.password') : message('popup.userId');
  return problem === 'too-long'
    ? message('identity.credentialTooLong', { name, limit: MAX_CREDENTIAL_CHARACTERS })
    : message('identity.credentialLoneSurrogate', { name });
}

function messageForUnreadable(
  { status, detail }: Extract<LoginFailure, { reason: 'unreadable-answer' }>,
  { environment }: FailureSetting,
): FailureMessage {
  const host = providerHost(environment);
  if (status === 404) {
    return {
      title: message('identity.noTokenEndpointThere'),
      sentence: message('identity.answered404CompareTheAddress', {
        environment: tokenEndpoint(environment),
        pathPrefix: environment.pathPrefix || message('identity.noPathPrefix'),
        detail,
      }),
    };
  }
  if (status >= 500) {
    return {
      title: message('identity.isInTrouble', { host }),
      sentence: message('identity.itAnsweredLookIntoThe', { status, detail }),
    };
  }
  // Browsers keep the status of a redirect to themselves.
  const code = status === 0 ? '' : ` ${status}`;
  return {
    title: message('identity.unreadableAnswer'),
    sentence: message('identity.answeredWithoutATokenCompare', { host, code, detail }),
  };
}
