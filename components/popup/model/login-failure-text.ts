import { messageText } from '#components/i18n/message-text.ts';
import { isOffline } from '#components/i18n/offline.ts';
import { providerHost } from '#core/identity/environment';
import type { FailureSetting, LoginFailure } from '#core/identity/failure';
import { explainFailure } from '#core/identity/failure-messages';
import { i18n } from '#i18n';

/** Explains why a log-in, a refresh or a log-out failed at the provider. */
export function loginFailureText(
  failure: LoginFailure,
  setting: FailureSetting,
): { readonly title: string; readonly sentence: string } {
  if (failure.reason === 'unreachable' && isOffline(providerHost(setting.environment)))
    return { title: i18n.t('page.offline.title'), sentence: i18n.t('page.offline.remedy') };
  const { title, text } = explainFailure(failure, setting);
  return { title: messageText(title), sentence: messageText(text) };
}
