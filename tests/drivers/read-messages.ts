import { join } from 'node:path';
import { type LocaleName, type Messages, readLocale } from '#build/i18n/locale-file';

const root = join(import.meta.dirname, '../..');

/** The messages of a language as its locale file has them, by key. */
export function messagesOf(language: LocaleName): Messages {
  return readLocale(root, language);
}
