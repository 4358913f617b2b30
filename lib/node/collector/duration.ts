/** Parses `3s`, `1.5s` or `500ms` to milliseconds. Returns `null` for anything else. */
export function parseDuration(text: string): number | null {
  const [, number = '', unit] = /^(\d{1,7}(?:\.\d{1,3})?)(ms|s)$/.exec(text) ?? [];
  return number === '' ? null : Number(number) * (unit === 's' ? 1000 : 1);
}
