import { i18n } from '#i18n';
import { providerHost, tokenEndpoint } from './environment';
import type { FailureSetting, FailureWords, LoginFailure } from './failure';
import { wordsForRejection } from './rejection-messages';
import { MAX_CREDENTIAL_CHARACTERS } from './token-limits';

/** The words for a failure. They hold neither token nor password: a failure has none. */
export function explainFailure(failure: LoginFailure, setting: FailureSetting): FailureWords {
  const host = providerHost(setting.environment);
  switch (failure.reason) {
    case 'rejected':
      return wordsForRejection(failure, setting);
    case 'unreadable-answer':
      return wordsForUnreadable(failure, setting);
    case 'unreachable':
      return {
        title: i18n.t('identity.doesNotAnswer', { host }),
        sentence: i18n.t('identity.startTheIdentityProviderOr'),
      };
    case 'too-slow':
      return {
        title: i18n.t('identity.isTooSlow', { host }),
        sentence: i18n.t('identity.noWholeAnswerCameWithin', { seconds: failure.seconds }),
      };
    case 'no-permission':
      return {
        title: i18n.t('identity.noAccessTo', { host }),
        sentence: i18n.t('identity.theBrowserLetsThisExtension3', { host }),
      };
    case 'not-bearer':
      return {
        title: i18n.t('identity.wrongToken'),
        sentence: i18n.t('identity.sentATokenOfType', { name: setting.environment.name, tokenType: failure.tokenType }),
      };
    case 'unusable-token':
      return {
        title: i18n.t('identity.unusableToken'),
        sentence: i18n.t('identity.tokenCannotBeUsed', { host, detail: failure.detail }),
      };
    case 'bad-credential':
      return { title: i18n.t('identity.credentialNotSent'), sentence: wordsForCredential(failure) };
    case 'not-stored':
      return { title: i18n.t('identity.sessionNotStored'), sentence: i18n.t('identity.storageRefusedSession') };
    case 'cancelled':
      return { title: i18n.t('identity.logInCancelled'), sentence: i18n.t('identity.nothingWasKept') };
    case 'expired':
      return {
        title: i18n.t('identity.theSessionHasEnded'),
        sentence: i18n.t('identity.theRefreshTokenOfIs', { userId: setting.userId }),
      };
    case 'gone':
      return failure.what === 'session'
        ? { title: i18n.t('identity.noSuchSession'), sentence: i18n.t('identity.itWasLoggedOutOr') }
        : { title: i18n.t('identity.noSuchEnvironment'), sentence: i18n.t('identity.itWasRemovedChooseAnother') };
  }
}

function wordsForCredential({ field, problem }: Extract<LoginFailure, { reason: 'bad-credential' }>): string {
  const name = field === 'password' ? i18n.t('popup.password') : i18n.t('popup.userId');
  return problem === 'too-long'
    ? i18n.t('identity.credentialTooLong', { name, limit: MAX_CREDENTIAL_CHARACTERS })
    : i18n.t('identity.credentialLoneSurrogate', { name });
}

function wordsForUnreadable(
  { status, detail }: Extract<LoginFailure, { reason: 'unreadable-answer' }>,
  { environment }: FailureSetting,
): FailureWords {
  const host = providerHost(environment);
  if (status === 404) {
    return {
      title: i18n.t('identity.noTokenEndpointThere'),
      sentence: i18n.t('identity.answered404CompareTheAddress', {
        environment: tokenEndpoint(environment),
        pathPrefix: environment.pathPrefix || 'empty',
        detail,
      }),
    };
  }
  if (status >= 500) {
    return {
      title: i18n.t('identity.isInTrouble', { host }),
      sentence: i18n.t('identity.itAnsweredLookIntoThe', { status, detail }),
    };
  }
  // Browsers keep the status of a redirect to themselves.
  const code = status === 0 ? '' : ` ${status}`;
  return {
    title: i18n.t('identity.unreadableAnswer'),
    sentence: i18n.t('identity.answeredWithoutATokenCompare', { host, code, detail }),
  };
}
