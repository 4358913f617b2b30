import { journeyStates } from '#core/journey/journey-state';
import { sourceLabels } from '#core/journey/record-sources';
import type { Json } from '#core/json/json';
import { closedValuesAt, fieldPaths, isPath } from '#core/query/field-paths';
import { eventParts, type FilterKeyName, isFilterKey } from '#core/query/filter-keys';
import { type Leaf, leavesOf } from '#core/query/leaves';
import { eventPathsOf } from '#core/query/path-reader';
import { splitTerms, type WrittenTerm } from '#core/query/split-terms';
import { exactValue, termValue } from '#core/query/value-term';
import type { Counts } from '#core/stream/counts';
import type { JudgedRecord } from '#core/stream/judged-record';
import { isTeamRuleSet, type RuleSetId } from '#core/telemetry/findings';
import { eventKinds, isEventKind } from '#core/telemetry/kinds';
import { sessionName } from '#core/user-sessions/session-finding';
import type { SessionSummary } from '#core/user-sessions/user-session-summary';
import { i18n } from '#i18n';
import { filterKeyTexts } from './filter-key-texts';
import { outcomeChips } from './outcome-chips';

/** A suggestion that replaces the word being typed. */
export interface Completion {
  /** The whole text after the suggestion is accepted. */
  readonly text: string;
  /** Text in the list. */
  readonly label: string;
  readonly detail: string;
  /** Number of matching events, or `null` if it is not counted or part of `detail`. */
  readonly count: number | null;
  /** Whether the suggestion completes a term. A key still needs its value. */
  readonly completesTerm: boolean;
}

/** A user session that a filter can name. */
export interface SuggestedSession {
  readonly number: number;
  readonly summary: SessionSummary;
}

/** The length of the longest closed list; users do not read more. */
const MAX_COMPLETIONS = eventKinds.length;

/**
 * Returns the suggestions for the end of a text.
 * `events` are searched for existing paths and values. `counts` are those of all events. `ruleSets` are the active
 * ones. `sources` are the senders of those events, one item per event; empty unless a collector received them.
 * `sessions` are the known user sessions of the list.
 */
export function findCompletions(
  text: string,
  events: () => Iterable<Json>,
  counts: Counts | null = null,
  ruleSets: readonly RuleSetId[] = [],
  sources: () => readonly string[] = () => [],
  sessions: readonly SuggestedSession[] = [],
): readonly Completion[] {
  const term = termAtEnd(text);
  const head = text.slice(0, term.from) + (term.negated ? '-' : '');
  if (term.key === null) {
    const names = [...keySuggestions(), ...fieldSuggestions(term.value), ...pathSuggestions(term.value, events)];
    return suggestionsWith(term.value, names, head);
  }
  const ofTeam = term.key === 'rule' ? ruleSets.filter(isTeamRuleSet).map(ruleSetSuggestion) : [];
  const senders = term.key === 'source' ? sources() : [];
  const values =
    senders.length > 0
      ? senderSuggestions(senders)
      : term.key === 'user-session'
        ? sessions.map(sessionSuggestion)
        : [...ofTeam, ...valueSuggestions(term.key, term.value, events, counts)];
  const done = term.value.includes(',') ? term.value.slice(0, term.value.lastIndexOf(',') + 1) : '';
  return suggestionsWith(term.value.slice(done.length), values, `${head}${term.key}:${done}`);
}

/** Enough to know the fields of a page’s events, few enough to search with every key press. */
const MAX_SEARCHED_RECORDS = 50;

/** Returns the suggestions for the end of a text, from the newest records: see {@link findCompletions}. */
export function completionsAmong(
  text: string,
  records: () => readonly JudgedRecord[],
  counts: Counts,
  ruleSets: readonly RuleSetId[],
  sessions: readonly SuggestedSession[],
): readonly Completion[] {
  const newest = () => records().slice(-MAX_SEARCHED_RECORDS);
  const events = () => newest().flatMap(({ event }) => (event ? [event.json] : []));
  return findCompletions(text, events, counts, ruleSets, () => newest().flatMap(sourceLabels), sessions);
}

interface Suggestion {
  /** Text of the term. */
  readonly word: string;
  /** The value that the user types, if `word` quotes or escapes it. */
  readonly value?: string;
  readonly detail: string;
  readonly completesTerm: boolean;
  readonly count?: number | null;
}

function termAtEnd(text: string): Pick<WrittenTerm, 'from' | 'key' | 'value' | 'negated'> {
  const last = splitTerms(text).at(-1);
  const isOpen = last && last.to === text.length && last.form === 'plain';
  return isOpen ? last : { from: text.length, key: null, value: '', negated: false };
}

/** Returns the suggestions that contain the text, first those that start with it. */
function suggestionsWith(typed: string, suggestions: Iterable<Suggestion>, head: string): readonly Completion[] {
  const wanted = typed.toLowerCase();
  const starting: Suggestion[] = [];
  const containing: Suggestion[] = [];
  for (const suggestion of suggestions) {
    const at = (suggestion.value ?? suggestion.word).toLowerCase().indexOf(wanted);
    if (at < 0 || (suggestion.completesTerm && suggestion.word === typed)) continue;
    (at === 0 ? starting : containing).push(suggestion);
  }
  return [...starting, ...containing]
    .slice(0, MAX_COMPLETIONS)
    .map(({ word, detail, completesTerm, count = null }) => ({
      text: `${head}${word}${completesTerm ? ' ' : ''}`,
      label: word,
      detail,
      count,
      completesTerm,
    }));
}

function keySuggestions(): readonly Suggestion[] {
  return Object.entries(filterKeyTexts()).map(([key, { summary }]) => ({
    word: `${key}:`,
    detail: summary,
    completesTerm: false,
  }));
}

function valueSuggestions(
  key: string,
  typed: string,
  events: () => Iterable<Json>,
  counts: Counts | null,
): readonly Suggestion[] {
  const values = isFilterKey(key) ? filterKeyTexts()[key].values : null;
  if (values) {
    const countOf = (word: string) => (counts && isFilterKey(key) ? countOfValue(key, word, counts) : null);
    return Object.entries(values).map(([word, detail]) => ({
      word,
      detail,
      completesTerm: true,
      count: countOf(word),
    }));
  }
  if (!isPath(key) && key !== 'sid' && key !== 'source') return [];
  const knownPaths = key === 'source' ? APP_PATHS : eventPathsOf(key);
  const paths = new Set(knownPaths.map((path) => path.join('.')));
  const seen = mostFrequent(events, (leaf) => (paths.has(leaf.path) ? leaf.text : null));
  const seenWords = new Set(seen.map(([word]) => word));
  const unseen = new Set(knownPaths.flatMap(closedValuesAt).filter((word) => !seenWords.has(word)));
  return (
    [...seen, ...[...unseen].map((word) => [word, 0] as const)]
      // An empty value has no term.
      .filter(([value]) => value !== '' && value.toLowerCase().includes(typed.toLowerCase()))
      .map(([value, count]) => ({
        word: exactValue(value),
        value,
        detail: i18n.t('filter.help.ofTheLast', count, { n: count }),
        completesTerm: true,
      }))
  );
}

function senderSuggestions(senders: readonly string[]): readonly Suggestion[] {
  const counts = new Map<string, number>();
  for (const name of senders) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts]
    .sort(([, one], [, other]) => other - one)
    .map(([name, count]) => ({
      word: exactValue(name),
      value: name,
      detail: i18n.t('filter.help.ofTheLast', count, { n: count }),
      completesTerm: true,
    }));
}

/** Paths at which an event names the app that sent it. */
const APP_PATHS = [
  ['context', 'pdata', 'id'],
  ['context', 'pdata', 'pid'],
];

function ruleSetSuggestion(id: RuleSetId): Suggestion {
  return { word: termValue(id), value: id, detail: i18n.t('filter.value.teamRuleSet'), completesTerm: true };
}

function sessionSuggestion({ number, summary }: SuggestedSession): Suggestion {
  const count = summary.rows.reduce((sum, [from, to]) => sum + to - from + 1, 0);
  return { word: String(number), detail: sessionName(summary), completesTerm: true, count };
}

/** Returns how many events match a value of a closed list; null if that is not counted. */
function countOfValue(key: FilterKeyName, word: string, counts: Counts): number | null {
  if (key === 'kind') return isEventKind(word) ? (counts.byKind.get(word) ?? 0) : null;
  if (key !== 'is' && key !== 'state') return null;
  if (key === 'is' && word === 'unknown') {
    const known = [...counts.byKind.values()].reduce((sum, count) => sum + count, 0);
    return counts.total - known;
  }
  const chip = key === 'is' ? outcomeChips().find(({ outcome }) => outcome === word) : undefined;
  if (chip) return chip.count(counts);
  const state = journeyStates.find((known) => known === word);
  return state === undefined ? null : (counts.byState.get(state) ?? 0);
}

/** Minimum length of a text for which fields are suggested, because there are many fields. */
const MIN_NAME_CHARS = 2;

/** Returns V3 fields by their names alone. A field that is also a key of the language needs its path. */
function fieldSuggestions(typed: string): readonly Suggestion[] {
  if (typed.length < MIN_NAME_CHARS || typed.includes('.')) return [];
  return [...fieldPaths()].flatMap(([name, paths]) => {
    const fieldNames = paths.map((path) => path.join('.'));
    if (eventParts.includes(name)) return [];
    if (isFilterKey(name))
      return fieldNames.map((fieldName) => ({
        word: `${fieldName}:`,
        detail: i18n.t('filter.help.field'),
        completesTerm: false,
      }));
    return [{ word: `${name}:`, detail: fieldNames.join(', '), completesTerm: false }];
  });
}

/** Returns paths that occur in the events and are not suggested as V3 fields or keys. */
function pathSuggestions(typed: string, events: () => Iterable<Json>): readonly Suggestion[] {
  if (!isPath(typed) && typed.length < MIN_NAME_CHARS) return [];
  const named = new Set(fieldSuggestions(typed).flatMap(({ word }) => (word.includes('.') ? [word.slice(0, -1)] : [])));
  const wanted = typed.toLowerCase();
  const paths = mostFrequent(events, ({ path }) =>
    path.toLowerCase().includes(wanted) && !named.has(path) && !isFilterKey(path) ? path : null,
  );
  return paths.map(([path]) => ({ word: `${path}:`, detail: i18n.t('filter.help.field'), completesTerm: false }));
}

function mostFrequent(
  events: () => Iterable<Json>,
  wordOf: (leaf: Leaf) => string | null,
): readonly (readonly [word: string, count: number])[] {
  const counts = new Map<string, number>();
  for (const leaves of leavesOf(events())) {
    for (const leaf of leaves) {
      const word = wordOf(leaf);
      if (word !== null) counts.set(word, (counts.get(word) ?? 0) + 1);
    }
  }
  return [...counts].sort(([, one], [, other]) => other - one);
}
