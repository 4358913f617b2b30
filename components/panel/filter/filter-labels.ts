import type { Filter, StateFilter } from '#core/query/event-filter';
import { splitTerms, type WrittenTerm } from '#core/query/split-terms';
import { eventKinds } from '#core/telemetry/kinds';
import { i18n } from '#i18n';

const stateWords: Readonly<Record<StateFilter, string>> = {
  invalid: i18n.t('filter.none.invalid'),
  notices: i18n.t('filter.none.notice'),
  failed: i18n.t('filter.none.failed'),
  lost: i18n.t('filter.none.lost'),
  changed: i18n.t('filter.none.changed'),
  doubled: i18n.t('filter.none.doubled'),
  byHand: i18n.t('filter.none.byHand'),
};

const isWords: Readonly<Record<string, string>> = {
  valid: i18n.t('filter.none.valid'),
  invalid: i18n.t('filter.none.invalid'),
  notice: i18n.t('filter.none.notice'),
  lost: i18n.t('filter.none.lost'),
  changed: i18n.t('filter.none.changed'),
  doubled: i18n.t('filter.none.doubled'),
  fired: i18n.t('filter.none.byHand'),
  called: i18n.t('filter.none.called'),
  threw: i18n.t('filter.none.threw'),
  dropped: i18n.t('filter.none.dropped'),
  waiting: i18n.t('filter.none.waiting'),
  sent: i18n.t('filter.none.sent'),
  answered: i18n.t('filter.none.answered'),
  refused: i18n.t('filter.none.refused'),
  failed: i18n.t('filter.none.failed'),
};

/** Says what no event is: `none is an assess or a log that is invalid and has “quiz” in it`. */
export function nothingMatches(filter: Filter): string {
  const terms = splitTerms([...filter.tokens, filter.text].join(' ')).filter(({ value }) => value !== '');
  const ofKind = terms.find(namesKinds);
  const kinds = [...filter.kinds, ...(ofKind ? ofKind.value.split(',') : [])].map(withArticle);
  const states = [...filter.states].map((state) => stateWords[state]);
  const others = terms.filter((term) => term !== ofKind).map(termWords);
  const wish = [...(states.length > 0 ? [anyOf(states)] : []), ...others].reduceRight(
    (last, first) => (last === '' ? first : i18n.t('common.and', { first, last })),
    '',
  );
  if (kinds.length === 0) return i18n.t('filter.none.wish', { wish });
  if (wish === '') return i18n.t('filter.none.kinds', { kinds: anyOf(kinds) });
  return i18n.t('filter.none.kindsWish', { kinds: anyOf(kinds), wish });
}

const kindNames: readonly string[] = eventKinds;

function namesKinds({ key, negated, form, value }: WrittenTerm): boolean {
  return key === 'kind' && !negated && form === 'plain' && value.split(',').every((kind) => kindNames.includes(kind));
}

function termWords({ key, negated, form, value, text }: WrittenTerm): string {
  const state = key === 'is' && !negated && Object.hasOwn(isWords, value) ? isWords[value] : undefined;
  if (state !== undefined) return state;
  if (key === null && form !== 'regex')
    return i18n.t(negated ? 'filter.none.hasNot' : 'filter.none.has', { text: value });
  return i18n.t('filter.none.matches', { term: text });
}

function withArticle(kind: string): string {
  return i18n.t(/^[aeiou]/.test(kind) ? 'filter.none.an' : 'filter.none.a', { kind });
}

function anyOf(words: readonly string[]): string {
  return words.reduceRight((last, first) => (last === '' ? first : i18n.t('common.or', { first, last })), '');
}
