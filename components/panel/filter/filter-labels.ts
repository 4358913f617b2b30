import type { Filter, StateFilter } from '#core/query/event-filter';

/** The terms that say the same as the chips. */
const stateTerms: Readonly<Record<StateFilter, string>> = {
  invalid: 'invalid',
  notices: 'notice',
  failed: 'failed',
  lost: 'lost',
  changed: 'changed',
  doubled: 'doubled',
  byHand: 'fired',
};

/** The whole filter as one would type it, with its chips: `kind:assess,log is:invalid quiz`. */
export function formatFilter({ kinds, states, tokens, text }: Filter): string {
  const chips = [
    kinds.size > 0 ? `kind:${[...kinds].join(',')}` : '',
    states.size > 0 ? `is:${[...states].map((state) => stateTerms[state]).join(',')}` : '',
  ];
  return [...chips, ...tokens, text.trim()].filter((part) => part !== '').join(' ');
}
