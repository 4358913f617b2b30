import { tryImport } from '#components/kit/lazy-import.ts';
import type { FailureSetting, LoginFailure } from '#core/identity/failure';
import type { RpcFailure } from '#extension/protocol/rpc';
import { i18n } from '#i18n';

/** The cause and the remedy of a failure. */
export interface FailureText {
  readonly title: string;
  readonly sentence: string;
}

/**
 * Explains why a request about a session failed.
 * Either the provider rejected it, or the background did not respond. Call the returned function when the text is
 * rendered.
 */
export async function explainRequestFailure(
  failure: LoginFailure | RpcFailure,
  setting: FailureSetting,
): Promise<() => FailureText> {
  if (failure.reason === 'no-background') return noBackground;
  const code = await tryImport(() => import('./login-failure-text'));
  return code === null ? noBackground : () => code.loginFailureText(failure, setting);
}

function noBackground(): FailureText {
  return { title: i18n.t('background.noResponse'), sentence: i18n.t('background.noResponseRemedy') };
}

export function noBackgroundText(): string {
  return failureSentences(noBackground());
}

/** Joins title and remedy of a failure, for a view with one line. */
export function failureSentences({ title, sentence }: FailureText): string {
  return i18n.t('identity.titleAndSentence', { title, sentence });
}
