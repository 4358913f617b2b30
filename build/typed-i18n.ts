import type { WxtDirEntry } from 'wxt';

/**
 * `#i18n` with the type of `build/i18n/typed-messages.ts`.
 * Imports by alias also resolve from the emitted declarations.
 */
const SOURCE = `import { createI18n } from '@wxt-dev/i18n';
import type { TypedWords } from '#build/i18n/typed-messages';
import type { GeneratedI18nStructure } from '#i18n/structure';

export const i18n: TypedWords<GeneratedI18nStructure> = createI18n();

export type { GeneratedI18nStructure };
`;

/** Gives `#i18n` a type that is quick to check: with the module's own, checking the types takes minutes. */
export function writeTypedI18n(_: unknown, entries: readonly WxtDirEntry[]): void {
  const index = entries.find((entry) => 'path' in entry && entry.path.endsWith('i18n/index.ts'));
  if (index === undefined || !('text' in index)) throw new Error('The i18n module writes its index elsewhere now.');
  index.text = SOURCE;
}
