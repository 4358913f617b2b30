import { messageText } from '#components/i18n/message-text.ts';
import type { FailureSetting, LoginFailure } from '#core/identity/failure';
import { explainFailure } from '#core/identity/failure-messages';

/** Explains why a log-in, a refresh or a log-out failed at the provider. */
export function loginFailureText(
  failure: LoginFailure,
  setting: FailureSetting,
): { readonly title: string; readonly sentence: string } {
  const { title, sentence } = explainFailure(failure, setting);
  return { title: messageText(title), sentence: messageText(sentence) };
}
