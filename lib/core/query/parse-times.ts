import { type Message, message } from '#core/util/message';
import { fail, type Result, succeed } from '#core/util/result';
import { truncateTerm } from './problem-text';
import type { ValueTest } from './query';

const CLOCK = /^(\d{1,2}):(\d{2})(?::(\d{2})(?:\.(\d{1,3}))?)?$/;
const DAY_MS = 86_400_000;

/**
 * Parses a range of times of day: `14:02..14:03:20.5`, `14:02..` or `..14:03`.
 * A time without a range means the whole minute, second or millisecond.
 */
export function parseTimes(value: string): Result<ValueTest, Message> {
  const [first = '', last = first, more] = value.split('..');
  const from = first === '' ? 0 : startOf(first);
  const to = last === '' ? DAY_MS : endOf(last, value.includes('..'));
  if (more !== undefined || from === null || to === null) {
    return fail(message('filter.error.time', { value: truncateTerm(value), example: 'time:14:02..14:03:20' }));
  }
  return succeed({ type: 'between', from, to });
}

function startOf(clock: string): number | null {
  const [, hours, minutes, seconds = '0', fraction = '0'] = CLOCK.exec(clock) ?? [];
  if (hours === undefined || Number(minutes) > 59 || Number(seconds) > 59) return null;
  const milliseconds = Number(fraction.padEnd(3, '0'));
  const start = (Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)) * 1000 + milliseconds;
  return start > DAY_MS ? null : start;
}

/** Returns the end of a range, or the last millisecond of a single time by its precision. */
function endOf(clock: string, isRange: boolean): number | null {
  const start = startOf(clock);
  if (start === null || isRange) return start;
  if (clock.includes('.')) return start;
  const hasSeconds = clock.split(':').length > 2;
  return start + (hasSeconds ? 1000 : 60_000) - 1;
}
