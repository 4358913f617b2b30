import { type Messages, readPlaceholders } from './locale-file';
import { createCodeTest, findUsedKeys } from './used-keys';

export interface Locales {
  /** The language that has every key. */
  readonly english: Messages;
  /** The other languages by name. */
  readonly others: Readonly<Record<string, Messages>>;
  /** The texts that are written in the files of {@link english}. */
  readonly written: readonly string[];
  /** The sources of the extension, as one text. */
  readonly source: string;
}

/** A message that is read by its literal key, or a message code of the core. */
const LITERAL_KEY = /\b(?:i18n\.t|message)\(\s*'([\w.]+)'/g;
const MANIFEST_KEY = /__MSG_(\w+)__/g;

/** Finds faults of locale files: unused and missing keys, repeated sentences, different placeholders. */
export function findLocaleFaults({ english, others, written, source }: Locales): readonly string[] {
  const used = findUsedKeys(source, english.keys(), createCodeTest(source));
  const manifestKeys = new Set([...source.matchAll(MANIFEST_KEY)].map(([, name = '']) => name.replaceAll('_', '.')));
  const unused = [...english.keys()].filter((key) => !used.has(key) && !manifestKeys.has(key));
  const literalKeys = new Set([...source.matchAll(LITERAL_KEY)].map(([, key = '']) => key));
  return [
    ...unused.map((key) => `${key} is unused. Remove it.`),
    ...[...literalKeys].filter((key) => !english.has(key)).map((key) => `${key} is missing in en.`),
    ...[...english].filter(([, text]) => text.trim() === '').map(([key]) => `${key} is empty in en.`),
    ...repeatedSentences(written).map((text) => `“${text}” is written twice in en. Use a YAML alias.`),
    ...[...new Set(written.filter((text) => isSentence(text) && isQuoted(text, source)))].map(
      (text) => `“${text}” is written in a source file, too. Use its key.`,
    ),
    ...Object.entries(others).flatMap(([language, messages]) => findDifferences(english, messages, language)),
  ];
}

const isSentence = (text: string) => / .*[.?!]$/s.test(text);

const isQuoted = (text: string, source: string) =>
  ["'", '"'].some((quote) => source.includes(`${quote}${text}${quote}`));

/**
 * Finds sentences that occur more than once.
 * Labels may repeat, because they can name different things.
 */
function repeatedSentences(written: readonly string[]): readonly string[] {
  const sentences = written.filter(isSentence);
  return [...new Set(sentences.filter((text, index) => sentences.indexOf(text) !== index))];
}

function findDifferences(english: Messages, messages: Messages, language: string): readonly string[] {
  const extra = [...messages.keys()].filter((key) => !english.has(key));
  const faults = [...english].flatMap(([key, text]) => {
    const translated = messages.get(key);
    if (translated === undefined) return [`${key} is missing in ${language}.`];
    if (translated.trim() === '') return [`${key} is empty in ${language}.`];
    const expected = placeholdersOf(text);
    const actual = placeholdersOf(translated);
    return expected === actual ? [] : [`${key} has ${actual} in ${language}, but ${expected} in en.`];
  });
  return [...extra.map((key) => `${key} is in ${language}, but not in en.`), ...faults];
}

function placeholdersOf(message: string): string {
  const { names, isPlural } = readPlaceholders(message);
  return [...(isPlural ? ['plural forms'] : []), ...names.map((name) => `{${name}}`)].join(', ') || 'no values';
}
