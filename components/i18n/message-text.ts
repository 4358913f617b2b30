import type { FindingMessage, Message, MessageText } from '#core/util/message';
import { translateKey } from '#i18n';
import { formatNumber } from './count-text';
import { formatShortDuration } from './format';

let findingText = ({ finding }: FindingMessage) => String(finding.params.reason);

/**
 * Sets the formatter of findings.
 * Called by `finding-text.ts`: the popup has no findings and does not load their texts.
 */
export function setFindingFormatter(format: typeof findingText): void {
  findingText = format;
}

/**
 * Formats a message of the core as a sentence.
 * A test compares the core's codes and placeholders with the locale files.
 */
export function messageText(message: MessageText): string {
  if (typeof message === 'string') return message;
  if ('finding' in message) return findingText(message);
  if ('durationMs' in message) return formatShortDuration(message.durationMs);
  return 'code' in message ? textOf(message) : message.map(messageText).join(' ');
}

function textOf({ code, count, params = {} }: Message): string {
  const texts = Object.entries(params).map(([name, value]) => [
    name,
    typeof value === 'number' ? formatNumber(value) : messageText(value),
  ]);
  const values = Object.fromEntries(texts);
  return translateKey(code, count === undefined ? values : { ...values, count }) ?? code;
}
