/**
 * Returns the size of a relay's message, in UTF-16 units.
 * The message is not parsed: many may wait in the queue.
 */
export function charsOfMessage(message: unknown): number {
  const { observations } = Object(message) as { readonly observations?: unknown };
  if (!Array.isArray(observations)) return 0;
  return observations.reduce((sum: number, observation: unknown) => sum + charsOf(Object(observation).text), 0);
}

/** Returns the size of a request's body as DevTools reports it, in UTF-16 units. */
export function charsOfEntry(entry: unknown): number {
  return charsOf(Object(Object(Object(entry).request).postData).text);
}

function charsOf(text: unknown): number {
  return typeof text === 'string' ? text.length : 0;
}
