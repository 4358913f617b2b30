import { hasSameItems } from '#core/util/lists';
import { splitTerms, type WrittenTerm } from './split-terms';

/**
 * Splits a text into finished terms, which become tokens, and the rest.
 * A space finishes a term with a key. Free text is finished by Enter only.
 */
export function splitFinishedTerms(text: string): { readonly finishedTerms: readonly string[]; readonly rest: string } {
  const finishedTerms: string[] = [];
  let rest = '';
  let end = 0;
  for (const term of splitTerms(text)) {
    if (!isToken(term) || !/\s/.test(text[term.to] ?? '')) continue;
    finishedTerms.push(term.text);
    rest += text.slice(end, term.from);
    end = term.to + 1;
  }
  return { finishedTerms, rest: rest + text.slice(end) };
}

/**
 * Returns the text of every term.
 * Closes an open quote, which would otherwise include the terms that follow.
 */
export function listTermTexts(text: string): readonly string[] {
  return splitTerms(text).map(closeQuote);
}

/**
 * Joins texts to one text with the same terms.
 * A path such as `/lesson/a` begins a regular expression if a later term ends with a slash. Paths then come last.
 */
export function joinTerms(texts: readonly string[]): string {
  const joined = texts.join(' ');
  const terms = texts.flatMap((text) => splitTerms(text));
  const textOf = (term: WrittenTerm) => term.text;
  if (hasSameItems(splitTerms(joined).map(textOf), terms.map(textOf))) return joined;
  const isPath = ({ form, value }: WrittenTerm) => form === 'plain' && value.startsWith('/');
  return [...terms.filter((term) => !isPath(term)), ...terms.filter(isPath)].map(closeQuote).join(' ');
}

function closeQuote({ form, text }: WrittenTerm): string {
  if (form !== 'quoted' || /"(?:[^"\\]|\\.)*"$/.test(text)) return text;
  const withoutOpenEscape = /^(?:[^\\]|\\.)*/.exec(text)?.[0] ?? text;
  return `${withoutOpenEscape}"`;
}

/** Splits a term for display: its minus and its key with the colon, then the rest. */
export function splitKeyAndValue(text: string): { readonly key: string; readonly value: string } {
  const [term] = splitTerms(text);
  const length = term?.key ? Number(term.isNegated) + term.key.length + 1 : Number(term?.isNegated ?? false);
  return { key: text.slice(0, length), value: text.slice(length) };
}

function isToken({ key, value, form, isNegated }: WrittenTerm): boolean {
  return value !== '' && (key !== null || form !== 'plain' || isNegated);
}
