/**
 * How much a message of a relay holds, in UTF-16 units.
 * It is not parsed for it: it waits to be, and there may be many.
 */
export function charsOfMessage(message: unknown): number {
  const { observations } = Object(message) as { readonly observations?: unknown };
  if (!Array.isArray(observations)) return 0;
  return observations.reduce((sum: number, observation: unknown) => sum + charsOf(Object(observation).text), 0);
}

/** How much the body of a request holds that DevTools reports, in UTF-16 units. */
export function charsOfEntry(entry: unknown): number {
  return charsOf(Object(Object(Object(entry).request).postData).text);
}

function charsOf(text: unknown): number {
  return typeof text === 'string' ? text.length : 0;
}
