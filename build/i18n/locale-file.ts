import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse, type Token } from '@messageformat/parser';
import { isScalar, parseDocument, parse as parseYaml, visit } from 'yaml';

/** The languages of the UI, which are the names of the files in `locales`. The first one has all keys. */
export const LANGUAGES = ['en', 'hi'] as const;

export type LocaleName = (typeof LANGUAGES)[number];

/** Messages of ICU MessageFormat by key, such as `status.events`. */
export type Messages = ReadonlyMap<string, string>;

/**
 * Reads `locales/LANGUAGE.yml` and `locales/AREA/LANGUAGE.yml`.
 * The area becomes the prefix of its keys. Throws if a value is neither a string nor a group of keys.
 */
export function readLocale(root: string, language: LocaleName): Messages {
  return new Map(
    localeFiles(root, language).flatMap(({ path, area }) => flatten(parseYaml(readFileSync(path, 'utf8')), area)),
  );
}

/**
 * Returns the texts of a language as its files contain them.
 * Omits messages that repeat another one by a YAML alias (`*name`).
 */
export function readWrittenTexts(root: string, language: LocaleName): readonly string[] {
  return localeFiles(root, language).flatMap(({ path }) => {
    const texts: string[] = [];
    visit(parseDocument(readFileSync(path, 'utf8')), {
      Pair: (_, { value }) => {
        if (isScalar(value) && typeof value.value === 'string') texts.push(value.value);
      },
    });
    return texts;
  });
}

/** Returns the files of one language, with the area of their keys, or `''`. */
function localeFiles(root: string, language: string): readonly { readonly path: string; readonly area: string }[] {
  const folder = join(root, 'locales');
  const areas = readdirSync(folder, { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() ? [entry.name] : [],
  );
  return ['', ...areas.sort()]
    .map((area) => ({ path: join(folder, area, `${language}.yml`), area }))
    .filter(({ path }) => existsSync(path));
}

function flatten(value: unknown, key: string): readonly (readonly [key: string, message: string])[] {
  if (typeof value === 'string') return [[key, value]];
  if (typeof value !== 'object' || value === null) throw new Error(`${key} is not a text. Put it in quotes.`);
  return Object.entries(value).flatMap(([name, inner]) => flatten(inner, key === '' ? name : `${key}.${name}`));
}

export interface MessagePlaceholders {
  /** Names of the values, sorted, without `count`. */
  readonly names: readonly string[];
  /** Whether the wording depends on `count`. */
  readonly isPlural: boolean;
}

/** Returns the placeholders of a message. Throws if the message is invalid in ICU MessageFormat. */
export function readPlaceholders(message: string): MessagePlaceholders {
  const names = new Set<string>();
  let isPlural = false;
  const collect = (tokens: readonly Token[]): void => {
    for (const token of tokens) {
      if (token.type === 'argument' || token.type === 'function') names.add(token.arg);
      if (token.type !== 'plural' && token.type !== 'select' && token.type !== 'selectordinal') continue;
      if (token.arg === 'count') isPlural = true;
      else names.add(token.arg);
      for (const { tokens: inner } of token.cases) collect(inner);
    }
  };
  collect(parse(message));
  return { names: [...names].sort(), isPlural };
}

/** Returns the wordings of a message, one per plural form, with placeholders as `{name}`. */
export function readWordings(message: string): readonly string[] {
  const forms = ['one', 'other'].map((form) => wording(parse(message), form));
  return [...new Set(forms)];
}

function wording(tokens: readonly Token[], form: string): string {
  return tokens
    .map((token) => {
      if (token.type === 'content') return token.value;
      if (token.type === 'octothorpe') return '#';
      if (token.type === 'argument' || token.type === 'function') return `{${token.arg}}`;
      const selected = token.cases.find(({ key }) => key === form) ?? token.cases.find(({ key }) => key === 'other');
      return wording(selected?.tokens ?? [], form);
    })
    .join('');
}
