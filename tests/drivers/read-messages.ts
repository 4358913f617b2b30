import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { generateChromeMessages, parseMessagesText } from '@wxt-dev/i18n/build';

/** The messages of a language, as the built extension has them: `status_events` → `{n} event | {n} events`. */
export function messageNamesOf(language: string): ReadonlyMap<string, string> {
  const text = readFileSync(join(import.meta.dirname, '../..', 'locales', `${language}.yml`), 'utf8');
  const messages = generateChromeMessages(parseMessagesText(text, 'YAML'));
  return new Map(Object.entries(messages).map(([key, { message }]) => [key, message]));
}
