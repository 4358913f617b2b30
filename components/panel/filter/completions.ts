import type { Json } from '#core/json/json';
import { isFilterKey, isPath } from '#core/query/filter-keys';
import { type Leaf, leavesOf } from '#core/query/leaves';
import { splitTerms, type WrittenTerm } from '#core/query/split-terms';
import { i18n } from '#i18n';
import { filterKeyTexts } from './filter-key-texts';

/** What may be put in the place of the word that is being typed. */
export interface Completion {
  /** The whole text after it was taken. */
  readonly text: string;
  /** As the list shows it. */
  readonly label: string;
  readonly detail: string;
  /** Whether a term is finished by it; a key still wants its value. */
  readonly finishes: boolean;
}

/** More would not be read. */
const MAX_COMPLETIONS = 12;

/**
 * What may follow at the end of a text.
 * `events` are looked into for paths and values that are really there.
 */
export function completionsOf(text: string, events: () => Iterable<Json>): readonly Completion[] {
  const term = termAtEnd(text);
  const head = text.slice(0, term.from) + (term.negated ? '-' : '');
  if (term.key === null) return startingWith(term.value, [...keyChoices(), ...pathChoices(term.value, events)], head);
  const values = valueChoices(term.key, term.value, events);
  const done = term.value.includes(',') ? term.value.slice(0, term.value.lastIndexOf(',') + 1) : '';
  return startingWith(term.value.slice(done.length), values, `${head}${term.key}:${done}`);
}

interface Choice {
  readonly word: string;
  readonly detail: string;
  readonly finishes: boolean;
}

function termAtEnd(text: string): Pick<WrittenTerm, 'from' | 'key' | 'value' | 'negated'> {
  const last = splitTerms(text).at(-1);
  const isOpen = last && last.to === text.length && last.form === 'plain';
  return isOpen ? last : { from: text.length, key: null, value: '', negated: false };
}

function startingWith(begun: string, choices: Iterable<Choice>, head: string): readonly Completion[] {
  const found: Completion[] = [];
  for (const { word, detail, finishes } of choices) {
    if (found.length === MAX_COMPLETIONS) break;
    if (!word.toLowerCase().startsWith(begun.toLowerCase()) || (finishes && word === begun)) continue;
    found.push({ text: `${head}${word}${finishes ? ' ' : ''}`, label: word, detail, finishes });
  }
  return found;
}

function keyChoices(): readonly Choice[] {
  return Object.entries(filterKeyTexts()).map(([key, { summary }]) => ({
    word: `${key}:`,
    detail: summary,
    finishes: false,
  }));
}

function valueChoices(key: string, begun: string, events: () => Iterable<Json>): readonly Choice[] {
  const values = isFilterKey(key) ? filterKeyTexts()[key].values : null;
  if (values) return Object.entries(values).map(([word, detail]) => ({ word, detail, finishes: true }));
  if (!isPath(key) && key !== 'sid') return [];
  const path = key === 'sid' ? 'context.sid' : key.replace(/^data\b/, 'edata').replace(/^cdata\b/, 'context.cdata');
  return mostFrequent(events, (leaf) => (leaf.path === path ? leaf.text : null))
    .filter(([word]) => word.toLowerCase().startsWith(begun.toLowerCase()))
    .map(([word, count]) => ({
      word: quoted(word),
      detail: i18n.t('filter.help.ofTheLast', { n: count }),
      finishes: true,
    }));
}

/** Only once a dot, or the name of a part, says that a path is meant: there are many. */
function pathChoices(begun: string, events: () => Iterable<Json>): readonly Choice[] {
  if (!isPath(begun) && begun.length < 2) return [];
  const paths = mostFrequent(events, ({ path }) => (path.startsWith(begun) ? path : null));
  return paths.map(([path]) => ({ word: `${path}:`, detail: i18n.t('filter.help.field'), finishes: false }));
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

function quoted(word: string): string {
  return /[\s",]/.test(word) || word === '' ? JSON.stringify(word) : word;
}
