import { isEventKind } from '#core/telemetry/kinds';

/**
 * One term as written, before it is parsed.
 * Positions are in the text that was split.
 */
export interface WrittenTerm {
  readonly from: number;
  readonly to: number;
  readonly text: string;
  readonly isNegated: boolean;
  /** Key before the colon, or null for free text. */
  readonly key: string | null;
  /** The value without its quotes or slashes. */
  readonly value: string;
  readonly form: 'plain' | 'quoted' | 'regex';
}

const KEY = /([A-Za-z_][\w.-]*):(?!\/\/)/y;
/** A text in quotes. While it is being entered, it may end before its closing quote, or within an escape. */
const QUOTED = /"((?:[^"\\]|\\.)*)(?:"|\\?$)/y;
/**
 * A regular expression up to the slash that ends the term.
 * Slashes inside need no backslash: `/lesson/water/`. Only flags may follow the last slash. So `/lesson/item` is a
 * path, also while `/lesson/item-2` is being entered.
 */
const REGEX = /\/((?:[^/\\]|\\.|\/(?![dgimsuvy]*(?:\s|$)))+)\/[dgimsuvy]*(?=\s|$)/y;
const PLAIN = /\S*/y;

/** Splits a filter at its spaces, except for those in quotes and in regular expressions. */
export function splitTerms(text: string): readonly WrittenTerm[] {
  const terms: WrittenTerm[] = [];
  let from = skipSpace(text, 0);
  while (from < text.length) {
    const term = readTerm(text, from);
    terms.push(term);
    from = skipSpace(text, term.to);
  }
  return terms;
}

function readTerm(text: string, from: number): WrittenTerm {
  const isNegated = text[from] === '-';
  const start = isNegated ? from + 1 : from;
  const key = readKey(text, start);
  const { value, form, to } = readValue(text, key === null ? start : start + key.length + 1);
  return { from, to, text: text.slice(from, to), isNegated, key, value, form };
}

/** Reads a key, or returns null. `http://…` is a URL and `INTERACT:1` a `mid`: neither has a key. */
function readKey(text: string, index: number): string | null {
  const key = matchAt(KEY, text, index)?.[1];
  return key === undefined || isEventKind(key.toLowerCase()) ? null : key;
}

function readValue(text: string, index: number): Pick<WrittenTerm, 'value' | 'form' | 'to'> {
  const quoted = matchAt(QUOTED, text, index);
  if (quoted) return { value: (quoted[1] ?? '').replace(/\\(.)/g, '$1'), form: 'quoted', to: index + quoted[0].length };
  const regex = matchAt(REGEX, text, index);
  if (regex) return { value: regex[1] ?? '', form: 'regex', to: index + regex[0].length };
  const value = matchAt(PLAIN, text, index)?.[0] ?? '';
  return { value, form: 'plain', to: index + value.length };
}

function matchAt(pattern: RegExp, text: string, index: number): RegExpExecArray | null {
  pattern.lastIndex = index;
  return pattern.exec(text);
}

function skipSpace(text: string, index: number): number {
  return index + (matchAt(/\s*/y, text, index)?.[0].length ?? 0);
}
