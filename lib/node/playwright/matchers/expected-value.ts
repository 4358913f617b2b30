import { isJsonObject } from '#core/json/json';
import { truncate } from '#core/telemetry/wording';

/** Result of `expect.any` and similar functions of Playwright, Jest and Vitest. */
interface AsymmetricMatcher {
  asymmetricMatch(received: unknown): boolean;
  toAsymmetricMatcher?(): string;
  readonly sample?: unknown;
}

export function isAsymmetricMatcher(value: unknown): value is AsymmetricMatcher {
  return (
    typeof value === 'object' &&
    value !== null &&
    '$$typeof' in value &&
    value.$$typeof === Symbol.for('jest.asymmetricMatcher')
  );
}

/** Whether a value is a plain object, as opposed to an asymmetric matcher or a regular expression. */
export function isPlainObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return isJsonObject(value) && !isAsymmetricMatcher(value) && !((value as unknown) instanceof RegExp);
}

/** Length at which failure messages truncate values, in UTF-16 units. */
const MAX_VALUE_CHARS = 120;

/** Formats an expected or received value in one line. */
export function formatComparedValue(value: unknown): string {
  return truncate(formatInLine(value), MAX_VALUE_CHARS);
}

function formatInLine(value: unknown): string {
  if (value === undefined) return 'absent';
  // As Jest's pretty-format does: only some matchers name what they expect.
  if (isAsymmetricMatcher(value)) return value.toAsymmetricMatcher?.() ?? `${value} ${formatInLine(value.sample)}`;
  if (value instanceof RegExp) return String(value);
  if (Array.isArray(value)) return `[${value.map(formatInLine).join(', ')}]`;
  if (!isPlainObject(value)) return JSON.stringify(value) ?? String(value);
  const entries = Object.entries(value).map(
    ([key, inner]) => `${/^[A-Za-z_$][\w$]*$/.test(key) ? key : JSON.stringify(key)}: ${formatInLine(inner)}`,
  );
  return entries.length === 0 ? '{}' : `{ ${entries.join(', ')} }`;
}
