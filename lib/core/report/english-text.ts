import { formatNumber } from '#core/telemetry/wording';
import type { MessageText } from '#core/util/message';
import messages from '#i18n/english';
import { findingText } from './english-findings';

/**
 * Returns the English sentence of a message, or its code if it is not bundled for Node.
 * `build/i18n/node-texts.ts` lists the bundled texts.
 */
export function englishText(sentence: MessageText): string {
  if (typeof sentence === 'string') return sentence;
  if ('finding' in sentence) return findingText(sentence.finding);
  if ('durationMs' in sentence) return formatMilliseconds(sentence.durationMs);
  if (!('code' in sentence)) return sentence.map(englishText).join(' ');
  const { code, count, params = {} } = sentence;
  const text = Object.hasOwn(messages, code) ? messages[code] : undefined;
  const values = Object.entries(params).map(([name, value]) => [
    name,
    typeof value === 'number' ? formatNumber(value) : englishText(value),
  ]);
  return text?.({ ...Object.fromEntries(values), count }) ?? code;
}

/** Formats a duration: `250 ms`, `1.5 s`, `10 s`. */
function formatMilliseconds(milliseconds: number): string {
  return milliseconds < 1000 ? `${milliseconds} ms` : `${Math.round(milliseconds / 100) / 10} s`;
}
