import { messageText } from '#components/i18n/message-text.ts';
import type { FailureSetting, LoginFailure } from '#core/identity/failure';
import { explainFailure } from '#core/identity/failure-messages';
import type { RpcFailure } from '#extension/protocol/rpc';
import { i18n } from '#i18n';

/** What a user reads: what is, and what to do. */
export interface FailureText {
  readonly title: string;
  readonly sentence: string;
}

/** Explains why a request about a session failed: at the provider, or because the background did not respond. */
export function explainRequestFailure(failure: LoginFailure | RpcFailure, setting: FailureSetting): FailureText {
  return failure.reason === 'no-background' ? noBackground() : loginFailureText(failure, setting);
}

export function loginFailureText(failure: LoginFailure, setting: FailureSetting): FailureText {
  const { title, sentence } = explainFailure(failure, setting);
  return { title: messageText(title), sentence: messageText(sentence) };
}

function noBackground(): FailureText {
  return { title: i18n.t('background.noResponse'), sentence: i18n.t('background.noResponseRemedy') };
}

export function noBackgroundText(): string {
  const { title, sentence } = noBackground();
  return `${title}. ${sentence}`;
}
