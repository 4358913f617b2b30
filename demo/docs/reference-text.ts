import type { MessageKey } from '#core/util/message';
import messages from '#i18n/english-reference';

/** Returns the English text of a definition or a rule. */
export function referenceText(key: MessageKey, values: object = {}): string {
  const text = messages[key]?.(values);
  if (text === undefined) throw new Error(`There is no text ${key}.`);
  return text;
}
