import { join } from 'node:path';
import { type LocaleName, type Messages, readLocale } from '#build/i18n/locale-file';

const root = join(import.meta.dirname, '../..');

/** Returns the messages of a language's locale file, by key. */
export function readMessages(language: LocaleName): Messages {
  return readLocale(root, language);
}
