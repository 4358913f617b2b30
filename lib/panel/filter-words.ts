import type { Filter, StateFilter } from './filter';

const stateWords: Readonly<Record<StateFilter, string>> = {
  invalid: 'is invalid',
  notices: 'has a notice',
  byHand: 'was fired by hand',
};

/** Says what no event is: `none is an assess or a log that is invalid and has “quiz” in it`. */
export function nothingMatches(filter: Filter): string {
  const kinds = [...filter.kinds].map((kind) => `${/^[aeiou]/.test(kind) ? 'an' : 'a'} ${kind}`);
  const states = [...filter.states].map((state) => stateWords[state]);
  const text = filter.text.trim();
  const wishes = [...(states.length > 0 ? [anyOf(states)] : []), ...(text === '' ? [] : [`has “${text}” in it`])];
  const wish = wishes.join(' and ');
  if (kinds.length === 0) return `none ${wish}`;
  return wish === '' ? `none is ${anyOf(kinds)}` : `none is ${anyOf(kinds)} that ${wish}`;
}

function anyOf(words: readonly string[]): string {
  return words.join(' or ');
}
