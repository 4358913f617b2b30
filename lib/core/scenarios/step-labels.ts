import type { TelemetryRecord } from '#core/journey/record';
import type { Json } from '#core/json/json';
import { countOf, countText } from '#core/util/count-text';
import { i18n } from '#i18n';
import type { FieldTest, Step } from './scenario';

/** A step in a line, as lists and failures name it. */
export function stepWords(step: Step): string {
  switch (step.do) {
    case 'fire':
      return i18n.t('scenarios.does.fire', { kind: step.kind.toUpperCase() });
    case 'wait-for':
      return i18n.t('scenarios.does.waitFor', { filter: step.filter });
    case 'wait':
      return i18n.t('scenarios.does.wait', { time: timeWords(step.ms) });
    case 'expect-kind':
      return i18n.t('scenarios.does.expectKind', { kind: step.kind.toUpperCase() });
    case 'expect-field':
      return i18n.t('scenarios.does.expectField', { path: step.path, test: testWords(step.is) });
    case 'expect-no-invalid':
      return i18n.t('scenarios.deeds.expectNoInvalid');
    case 'expect-count':
      return i18n.t('scenarios.does.expectCount', {
        compare: compareWords(step.compare),
        events: countOf(step.count, 'event'),
        filter: step.filter,
      });
  }
}

const comparisons = { exactly: 'exactly', 'at least': 'atLeast', 'at most': 'atMost' } as const;

export function compareWords(compare: keyof typeof comparisons = 'exactly'): string {
  return i18n.t(`scenarios.comparisons.${comparisons[compare]}`);
}

export function testWords(test: FieldTest): string {
  if ('equals' in test) return i18n.t('scenarios.does.toBe', { value: valueWords(test.equals) });
  if ('matches' in test) return i18n.t('scenarios.does.toMatch', { pattern: test.matches });
  return i18n.t(test.present ? 'scenarios.tests.present' : 'scenarios.tests.absent');
}

/** An event as a result names it: `IMPRESSION water-cycle-1 · view`. */
export function eventWords({ kind, name, headline }: Pick<TelemetryRecord, 'kind' | 'name' | 'headline'>): string {
  return `${kind ? kind.toUpperCase() : name} ${headline}`.trim();
}

export function timeWords(ms: number): string {
  return ms < 1000 ? `${Math.round(ms)} ms` : `${Number((ms / 1000).toFixed(1))} s`;
}

/** An event with its row, as a failure names it: `IMPRESSION home (row 7)`. */
export function eventInRow(record: Pick<TelemetryRecord, 'kind' | 'name' | 'headline' | 'row'>): string {
  return `${eventWords(record)}${i18n.t('scenarios.said.row', { n: countText(record.row) })}`;
}

/** The same words without rows: these go on from run to run, so the same event of two runs has two. */
export function withoutRows(said: string): string {
  const [before = '', after = ''] = i18n.t('scenarios.said.row', { n: '#' }).split('#');
  return said
    .split(before)
    .map((part, index) => (index === 0 ? part : part.replace(/^[\d,]+/, '').replace(after, '')))
    .join('');
}

/** Longest value that a sentence repeats, in UTF-16 units. */
const LONGEST_VALUE = 200;

export function valueWords(value: Json): string {
  const text = JSON.stringify(value);
  return text.length > LONGEST_VALUE ? `${text.slice(0, LONGEST_VALUE)}…` : text;
}
