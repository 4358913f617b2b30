/** The meaning of an HTTP status for a request and its body. */
export type StatusClass = 'accepted' | 'redirected' | 'body-dropped' | 'rejected';

/**
 * Classifies an HTTP status.
 * `redirected` repeats the request at another URL (307, 308).
 * `body-dropped` is followed by a GET, so the events never arrive (301, 302, 303 after a POST).
 */
export function classifyStatus(status: number): StatusClass {
  if (status >= 400) return 'rejected';
  if (status === 307 || status === 308) return 'redirected';
  return status >= 301 && status <= 303 ? 'body-dropped' : 'accepted';
}
