import { formatNumber } from '#components/i18n/count-text.ts';
import { type GeneratedI18nStructure, i18n } from '#i18n';

type Key = keyof GeneratedI18nStructure;
type NameIn<K extends Key> = GeneratedI18nStructure[K] extends {
  namedSubstitutions: readonly (infer Name extends string)[];
}
  ? Name
  : never;
type Given<Name extends string, Value> = [Name] extends [never] ? [] : [values: Readonly<Record<Name, Value>>];
type ValuesOf<K extends Key> = GeneratedI18nStructure[K] extends { plural: true }
  ? [n: number, ...Given<Exclude<NameIn<K>, 'n'>, string | number>]
  : Given<NameIn<K>, string | number>;

/** A text of the interface, as an English browser shows it; of one that counts, the number comes first. */
export function t<K extends Key>(key: K, ...values: ValuesOf<K>): string {
  const [first, second] = values as readonly [unknown?, unknown?];
  return typeof first === 'number'
    ? translate(key, first, { n: formatNumber(first), ...Object(second) })
    : translate(key, ...(first === undefined ? [] : [first]));
}

type Pattern = string | number | RegExp;

/** Bounded: it is tried on the text of the whole page, where two endless ones take minutes. */
const ANYTHING = '.{1,300}?';
/** A pattern need not match all of its place. */
const PADDING = '.{0,300}?';

/** What matches a text of the interface, with anything in the places for which no value is given. */
export function tPattern<K extends Key>(key: K, values?: Readonly<Partial<Record<NameIn<K>, Pattern>>>): RegExp {
  const given = new Map<string, Pattern>(Object.entries(values ?? {}));
  const forms = [1, 2].map((count) => {
    const form = translate(key, placesWith(count));
    const parts = form.split(/\{(\w+)\}/);
    const isAtEnd = (index: number) =>
      (index === 1 && parts[0] === '') || (index === parts.length - 2 && parts.at(-1) === '');
    const placeAt = (name: string, index: number) => {
      const value = given.get(name);
      if (value === undefined) return isAtEnd(index) ? '' : ANYTHING;
      return value instanceof RegExp ? `${PADDING}${sourceOf(value)}${PADDING}` : sourceOf(value);
    };
    return parts.map((part, index) => (index % 2 === 0 ? sourceOf(part) : placeAt(part, index))).join('');
  });
  return new RegExp([...new Set(forms)].map((form) => `(?:${form})`).join('|'), 's');
}

/** What matches texts that follow one another, with anything between them. */
export function inOrder(...texts: readonly Pattern[]): RegExp {
  return new RegExp(texts.map(sourceOf).join('.*'), 's');
}

function sourceOf(pattern: Pattern): string {
  if (pattern instanceof RegExp) return `(?:${pattern.source})`;
  const text = typeof pattern === 'number' ? formatNumber(pattern) : pattern;
  return text.replace(/[$()*+.?[\\\]^{|}]/g, '\\$&');
}

/** Leaves each place as it stands in the message: `{name}`. */
function placesWith(count: number) {
  return new Proxy({}, { get: (_, name) => (name === 'count' ? count : `{${String(name)}}`) });
}

const translate = i18n.t as unknown as (key: string, ...values: readonly unknown[]) => string;
