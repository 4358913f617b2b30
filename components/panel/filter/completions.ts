import { journeyStates } from '#core/journey/journey-state';
import { sourceLabels } from '#core/journey/record-sources';
import type { Json } from '#core/json/json';
import { closedValuesAt, fieldPaths, isPath } from '#core/query/field-paths';
import { eventParts, type FilterKeyName, isFilterKey } from '#core/query/filter-keys';
import { collectLeaves, type Leaf } from '#core/query/leaves';
import { eventPathsOf } from '#core/query/path-reader';
import { splitTerms, type WrittenTerm } from '#core/query/split-terms';
import { listTermTexts } from '#core/query/terms';
import { formatExactValue, formatTermValue } from '#core/query/value-term';
import type { Counts } from '#core/stream/counts';
import type { JudgedRecord } from '#core/stream/judged-record';
import { isTeamRuleSet, type RuleSetId } from '#core/telemetry/findings';
import { eventKinds, isEventKind } from '#core/telemetry/kinds';
import { sessionName } from '#core/user-sessions/session-finding';
import { countEvents, type SessionSummary } from '#core/user-sessions/user-session-summary';
import { i18n } from '#i18n';
import { filterKeyTexts } from './filter-key-texts';
import { outcomeChips } from './outcome-chips';

/** A suggestion that replaces the word being entered. */
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

/** Maximum number of suggestions: the kinds are the longest closed list. */
const MAX_COMPLETIONS = eventKinds.length;

/**
 * Returns the suggestions for the end of a text.
 * `events` are searched for existing paths and values. `counts` are the numbers of all events. `ruleSets` are the
 * active rule sets. `sources` has the sender of each event; empty unless a collector received the events.
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
  if (term === null) return [];
  const { key } = term;
  // A complete term at the end needs a space before the next term.
  const space = term.from === text.length && /\S$/.test(text) ? ' ' : '';
  const prefix = text.slice(0, term.from) + space + (term.isNegated ? '-' : '');
  if (key === null) {
    const names = [...keySuggestions(), ...fieldSuggestions(term.value), ...pathSuggestions(term.value, events)];
    return toMatchingCompletions(term.value, names, prefix);
  }
  const completedValues = term.value.slice(0, term.value.lastIndexOf(',') + 1);
  const input = term.value.slice(completedValues.length);
  const suggestValues = (): readonly Suggestion[] => {
    if (key === 'user-session') return sessions.map(sessionSuggestion);
    const senders = key === 'source' ? sources() : [];
    if (senders.length > 0) return senderSuggestions(senders);
    const teamRuleSets = key === 'rule' ? ruleSets.filter(isTeamRuleSet) : [];
    return [...teamRuleSets.map(ruleSetSuggestion), ...valueSuggestions(key, input, events, counts)];
  };
  // Alternatives cannot be quoted.
  const suggestions = suggestValues().filter(({ word }) => completedValues === '' || !/^["/]/.test(word));
  return toMatchingCompletions(input, suggestions, `${prefix}${key}:${completedValues}`);
}

/** Enough to find the fields of a page’s events, and few enough to search with every key press. */
const MAX_SEARCHED_RECORDS = 50;

/** Like {@link findCompletions}, with paths, values and senders of the newest records. */
export function findCompletionsInRecords(
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

/** Returns the term that is being entered, which is empty after a complete term. Returns `null` in an open quote. */
function termAtEnd(text: string): Pick<WrittenTerm, 'from' | 'key' | 'value' | 'isNegated'> | null {
  const last = splitTerms(text).at(-1);
  if (last && listTermTexts(last.text)[0] !== last.text) return null;
  const isOpen = last && last.to === text.length && last.form === 'plain';
  return isOpen ? last : { from: text.length, key: null, value: '', isNegated: false };
}

/** Returns the suggestions that contain the input. Those that start with the input are first. */
function toMatchingCompletions(
  input: string,
  suggestions: Iterable<Suggestion>,
  prefix: string,
): readonly Completion[] {
  const lowerInput = input.toLowerCase();
  const starting: Suggestion[] = [];
  const containing: Suggestion[] = [];
  for (const suggestion of suggestions) {
    const matchIndex = (suggestion.value ?? suggestion.word).toLowerCase().indexOf(lowerInput);
    if (matchIndex < 0 || (suggestion.completesTerm && suggestion.word === input)) continue;
    (matchIndex === 0 ? starting : containing).push(suggestion);
  }
  return [...starting, ...containing]
    .slice(0, MAX_COMPLETIONS)
    .map(({ word, detail, completesTerm, count = null }) => ({
      text: `${prefix}${word}${completesTerm ? ' ' : ''}`,
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
  input: string,
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
  const keyPaths = key === 'source' ? APP_PATHS : eventPathsOf(key);
  const paths = new Set(keyPaths.map((path) => path.join('.')));
  const counted = countWords(events, (leaf) => (paths.has(leaf.path) ? leaf.text : null));
  const countedWords = new Set(counted.map(([word]) => word));
  const otherWords = new Set(keyPaths.flatMap(closedValuesAt).filter((word) => !countedWords.has(word)));
  return (
    [...counted, ...[...otherWords].map((word) => [word, 0] as const)]
      // An empty value has no term.
      .filter(([value]) => value !== '' && value.toLowerCase().includes(input.toLowerCase()))
      .map(([value, count]) => ({
        word: formatExactValue(value),
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
      word: formatExactValue(name),
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
  return { word: formatTermValue(id), value: id, detail: i18n.t('filter.value.teamRuleSet'), completesTerm: true };
}

function sessionSuggestion({ number, summary }: SuggestedSession): Suggestion {
  return { word: String(number), detail: sessionName(summary), completesTerm: true, count: countEvents(summary) };
}

/** Returns how many events match a value of a closed list, or null if `counts` has no such number. */
function countOfValue(key: FilterKeyName, word: string, counts: Counts): number | null {
  if (key === 'kind') return isEventKind(word) ? (counts.byKind.get(word) ?? 0) : null;
  if (key !== 'is' && key !== 'state') return null;
  if (key === 'is' && word === 'unknown') {
    const withKind = [...counts.byKind.values()].reduce((sum, count) => sum + count, 0);
    return counts.total - withKind;
  }
  const chip = key === 'is' ? outcomeChips().find(({ outcome }) => outcome === word) : undefined;
  if (chip) return chip.count(counts);
  const state = journeyStates.find((name) => name === word);
  return state === undefined ? null : (counts.byState.get(state) ?? 0);
}

/** Minimum length of a text for which fields are suggested, because there are many fields. */
const MIN_NAME_CHARS = 2;

/** Returns the V3 fields by name. A field whose name is also a key of the language is returned by path. */
function fieldSuggestions(input: string): readonly Suggestion[] {
  if (input.length < MIN_NAME_CHARS || input.includes('.')) return [];
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
function pathSuggestions(input: string, events: () => Iterable<Json>): readonly Suggestion[] {
  if (!isPath(input) && input.length < MIN_NAME_CHARS) return [];
  const suggestedPaths = new Set(
    fieldSuggestions(input).flatMap(({ word }) => (word.includes('.') ? [word.slice(0, -1)] : [])),
  );
  const lowerInput = input.toLowerCase();
  const paths = countWords(events, ({ path }) =>
    path.toLowerCase().includes(lowerInput) && !suggestedPaths.has(path) && !isFilterKey(path) ? path : null,
  );
  return paths.map(([path]) => ({ word: `${path}:`, detail: i18n.t('filter.help.field'), completesTerm: false }));
}

/** Counts the words of all leaves. Returns the most frequent word first. */
function countWords(
  events: () => Iterable<Json>,
  wordOf: (leaf: Leaf) => string | null,
): readonly (readonly [word: string, count: number])[] {
  const counts = new Map<string, number>();
  for (const leaves of collectLeaves(events())) {
    for (const leaf of leaves) {
      const word = wordOf(leaf);
      if (word !== null) counts.set(word, (counts.get(word) ?? 0) + 1);
    }
  }
  return [...counts].sort(([, one], [, other]) => other - one);
}
