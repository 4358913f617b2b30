import { eventKinds } from '../telemetry/kinds';
import type { Filter, StateFilter } from './filter';
import { splitTerms, type WrittenTerm } from './filter-language/split-terms';

const stateWords: Readonly<Record<StateFilter, string>> = {
  invalid: 'is invalid',
  notices: 'has a notice',
  lost: 'was lost',
  changed: 'was changed on the way',
  doubled: 'is doubled',
  byHand: 'was fired by hand',
};

const isWords: Readonly<Record<string, string>> = {
  valid: 'is valid',
  invalid: 'is invalid',
  notice: 'has a notice',
  lost: 'was lost',
  changed: 'was changed on the way',
  doubled: 'is doubled',
  fired: 'was fired by hand',
  called: 'was only called',
  threw: 'threw',
  dropped: 'was dropped by the SDK',
  waiting: 'is waiting',
  sent: 'was sent without an answer so far',
  answered: 'was answered',
  refused: 'was refused',
  failed: 'failed',
};

/** Says what no event is: `none is an assess or a log that is invalid and has “quiz” in it`. */
export function nothingMatches(filter: Filter): string {
  const terms = splitTerms([...filter.tokens, filter.text].join(' ')).filter(({ value }) => value !== '');
  const ofKind = terms.find(namesKinds);
  const kinds = [...filter.kinds, ...(ofKind ? ofKind.value.split(',') : [])].map(withArticle);
  const states = [...filter.states].map((state) => stateWords[state]);
  const others = terms.filter((term) => term !== ofKind).map(termWords);
  const wish = [...(states.length > 0 ? [anyOf(states)] : []), ...others].join(' and ');
  if (kinds.length === 0) return `none ${wish}`;
  return wish === '' ? `none is ${anyOf(kinds)}` : `none is ${anyOf(kinds)} that ${wish}`;
}

const kindNames: readonly string[] = eventKinds;

function namesKinds({ key, negated, form, value }: WrittenTerm): boolean {
  return key === 'kind' && !negated && form === 'plain' && value.split(',').every((kind) => kindNames.includes(kind));
}

function termWords({ key, negated, form, value, text }: WrittenTerm): string {
  const state = key === 'is' && !negated ? isWords[value] : undefined;
  if (state !== undefined) return state;
  if (key === null && form !== 'regex') return `has ${negated ? 'no ' : ''}“${value}” in it`;
  return `matches ${text}`;
}

function withArticle(kind: string): string {
  return `${/^[aeiou]/.test(kind) ? 'an' : 'a'} ${kind}`;
}

function anyOf(words: readonly string[]): string {
  return words.join(' or ');
}
