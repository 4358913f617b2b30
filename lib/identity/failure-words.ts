import { providerHost, tokenEndpoint } from './environment';
import type { FailureSetting, FailureWords, LoginFailure } from './failure';
import { wordsForRejection } from './rejection-words';

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
        title: `${host} does not answer`,
        sentence: 'Start the identity provider, or change the address of this environment.',
      };
    case 'too-slow':
      return {
        title: `${host} is too slow`,
        sentence: `No whole answer came within ${failure.seconds} seconds. Look whether the identity provider is still starting, then try again.`,
      };
    case 'no-permission':
      return {
        title: `No access to ${host}`,
        sentence: `The browser lets this extension call ${host} only after you allow it. Log in again and choose Allow.`,
      };
    case 'not-bearer':
      return {
        title: 'Wrong token',
        sentence: `${setting.environment.name} sent a token of type “${failure.tokenType}”. It must be exactly Bearer, so nothing was kept. Compare the address and the realm with the registry’s own.`,
      };
    case 'cancelled':
      return { title: 'Log-in cancelled', sentence: 'Nothing was kept.' };
    case 'expired':
      return {
        title: 'The session has ended',
        sentence: `The refresh token of ${setting.userId} is over. Log in again.`,
      };
    case 'gone':
      return failure.what === 'session'
        ? { title: 'No such session', sentence: 'It was logged out, or the browser was closed since. Log in again.' }
        : { title: 'No such environment', sentence: 'It was removed. Choose another environment.' };
  }
}

function wordsForUnreadable(
  { status, detail }: Extract<LoginFailure, { reason: 'unreadable-answer' }>,
  { environment }: FailureSetting,
): FailureWords {
  const host = providerHost(environment);
  if (status === 404) {
    return {
      title: 'No token endpoint there',
      sentence: `${tokenEndpoint(environment)} answered 404. Compare the address, the path prefix (${environment.pathPrefix || 'empty'}) and the realm with the identity provider’s. ${detail}`,
    };
  }
  if (status >= 500) {
    return {
      title: `${host} is in trouble`,
      sentence: `It answered ${status}. Look into the log of the identity provider or of the proxy before it, then try again. ${detail}`,
    };
  }
  // Browsers keep the status of a redirect to themselves.
  const code = status === 0 ? '' : ` ${status}`;
  return {
    title: 'Unreadable answer',
    sentence: `${host} answered${code} without a token. Compare the address, path prefix and realm with the identity provider’s. ${detail}`,
  };
}
