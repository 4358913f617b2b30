import type { FailureSetting, FailureWords, LoginFailure } from '#core/identity/failure';
import { explainFailure } from '#core/identity/failure-messages';
import type { RpcFailure } from '#extension/protocol/rpc';
import { i18n } from '#i18n';

/** Explains why a request about a session failed: at the provider, or because the background did not respond. */
export function explainRequestFailure(failure: LoginFailure | RpcFailure, setting: FailureSetting): FailureWords {
  return failure.reason === 'no-background' ? noBackground() : explainFailure(failure, setting);
}

function noBackground(): FailureWords {
  return { title: i18n.t('background.noResponse'), sentence: i18n.t('background.noResponseDo') };
}

export function noBackgroundText(): string {
  const { title, sentence } = noBackground();
  return `${title}. ${sentence}`;
}
