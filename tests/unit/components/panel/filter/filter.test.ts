import { signal } from '@preact/signals';
import { describe, expect, it } from 'vitest';
import { messageText } from '#components/i18n/message-text.ts';
import { createLazyPart } from '#components/kit/lazy.tsx';
import { createRecords } from '#components/panel/event-list/record-store.ts';
import { createVisible } from '#components/panel/event-list/visible-rows.ts';
import { createFilter, queryText } from '#components/panel/filter/filter.ts';
import { filterLanguage } from '#components/panel/filter/filter-language.ts';
import { suggestRelaxation } from '#components/panel/filter/filter-suggestion.ts';
import { parseFilter } from '#components/panel/filter/parse-filter.ts';
import { compilePattern } from '#core/patterns/compile-pattern';
import type { CompilePattern } from '#core/patterns/pattern';
import { compileFilter } from '#core/query/compile-filter';
import { type Filter, noFilter, type ParsedFilter } from '#core/query/event-filter';
import { isRefinementOf } from '#core/query/search/search-index';
import type { JudgedRecord } from '#core/stream/judged-record';
import { message } from '#core/util/message';
import { fail } from '#core/util/result';
import { waitFor } from '#tests/drivers/wait-for';
import { createFakeScheduler } from '#tests/fixtures/fake-scheduler';
import { callOf, eventOf, recordOf, requestOf } from '#tests/fixtures/records';

function parse(part: Partial<Filter>): ParsedFilter {
  const filter = parseFilter<never>({ ...noFilter, ...part }, compilePattern);
  if (!filter.ok) throw new Error(messageText(filter.failure.message));
  return filter.value;
}
const countIn = (records: readonly JudgedRecord[]) => (filter: ParsedFilter) =>
  records.filter(compileFilter(filter)).length;
const passes = (filter: Partial<Filter>, record: JudgedRecord) => compileFilter(parse(filter))(record);
const threw = { status: 'threw', at: 2, message: 'No.' } as const;
const respondedWith = (http: number) => ({ status: 'responded', httpStatus: http, durationMs: 5 }) as const;
const notice = {
  ruleSet: 'definition',
  severity: 'info',
  code: 'unknown-field',
  path: ['data'],
  params: { reason: 'custom', text: '' },
} as const;

it.each([
  ['the kind', 'INTERACT'],
  ['the headline', 'next-BUTTON'],
  ['the page', '/lesson/water'],
  ['the mid', 'interact:1'],
  ['a value of the call', 'only-called'],
  ['a key of the event', '\\"eid\\"'],
  ['Hindi', '"जल चक्र"'],
])('free text is searched for in %s, in any letter case', (_, text) => {
  const call = callOf({ args: [{ id: 'only-called', note: 'जल चक्र' }] });
  const filterText = text.startsWith('\\') ? `"${text}"` : text;
  expect(passes({ text: filterText }, recordOf(1, { call }))).toBe(true);
});

it('free text that is in no event matches nothing', () => {
  expect(passes({ text: 'quiz' }, recordOf(1))).toBe(false);
});

it('free text of spaces only does not filter', () => {
  expect(passes({ text: '  ' }, recordOf(1, { call: null, event: eventOf() }))).toBe(true);
});

it('several chips of kinds match the events of any of these kinds', () => {
  const tokens = ['kind:log,interact'];
  expect(passes({ tokens }, recordOf(1))).toBe(true);
  expect(passes({ tokens }, recordOf(1, { kind: 'search' }))).toBe(false);
  expect(passes({ tokens }, recordOf(1, { kind: null, verdict: 'unknown' }))).toBe(false);
});

it('the term is:unknown matches events of an unknown kind, and state:unknown matches events from a file of events', () => {
  const recordWithoutKind = recordOf(1, { kind: null, verdict: 'unknown' });
  const recordFromFile = recordOf(1, { call: null, event: eventOf({ observedIn: 'file' }), requests: [] });
  const found = (text: string) => [passes({ text }, recordWithoutKind), passes({ text }, recordFromFile)];
  expect(found('is:unknown')).toEqual([true, false]);
  expect(found('state:unknown')).toEqual([false, true]);
});

it.each([
  ['invalid', { verdict: 'invalid' }, { verdict: 'valid' }],
  ['notice', { findings: [notice] }, { verdict: 'invalid', findings: [notice] }],
  ['failed', { requests: [requestOf({ end: respondedWith(401) })] }, { requests: [requestOf()] }],
  ['threw', { event: null, call: callOf({ outcome: threw }) }, {}],
  ['lost', { lost: true }, { requests: [requestOf()] }],
  ['dropped', { event: null, call: callOf() }, { lost: true }],
  ['waiting', { requests: [] }, { requests: [requestOf()] }],
  [
    'changed',
    { changes: [{ type: 'dropped', path: ['a'], called: 1 }] },
    { changes: [{ type: 'added', path: ['a'], sent: 1, fromRow: null }] },
  ],
  ['duplicate', { sharesMid: true }, {}],
  ['manual', { firedBy: { type: 'panel', requestId: '1' } }, {}],
] as const)('chips of %s match only events in that state', (word, matching, notMatching) => {
  const filter = createFilter();
  filter.toggleChip('is', word);
  const test = compileFilter(filter.applied.value);
  expect([test(recordOf(1, matching)), test(recordOf(1, notMatching))]).toEqual([true, false]);
});

it('an event must match both the chips and the text', () => {
  const tokens = ['kind:interact'];
  expect(passes({ tokens, text: 'quiz' }, recordOf(1))).toBe(false);
  expect(passes({ tokens, text: 'touch' }, recordOf(1))).toBe(true);
});

it('selecting a chip adds a value to the term of the filter, and deselecting it removes the value', () => {
  const filter = createFilter();
  const { toggleChip, value } = filter;
  toggleChip('kind', 'log');
  toggleChip('is', 'invalid');
  toggleChip('is', 'lost');
  expect(value.value.tokens).toEqual(['kind:log', 'is:invalid,lost']);
  toggleChip('is', 'invalid');
  toggleChip('kind', 'log');
  expect(value.value.tokens).toEqual(['is:lost']);
  filter.removeToken(0);
  expect(filter.isEmpty.value).toBe(true);
});

it('chips of a key are all deselected at once, and the other terms stay unchanged', () => {
  const filter = createFilter();
  filter.setQuery('-kind:end kind:log water kind:start edata.type:click');
  filter.releaseChips('kind');
  expect(filter.value.value.tokens).toEqual(['-kind:end', 'water', 'edata.type:click']);
});

it('terms with a key become tokens at the next space, and other terms become tokens on Enter', () => {
  const filter = createFilter();
  filter.setText('water kind:log is:lost');
  expect(filter.value.value).toMatchObject({ tokens: ['kind:log'], text: 'water is:lost' });
  filter.finish();
  expect(filter.value.value).toMatchObject({ tokens: ['kind:log', 'water', 'is:lost'], text: '' });
  expect(queryText(filter.value.value)).toBe('kind:log water is:lost');
});

it('tokens can be removed, and can be turned back into text for editing', () => {
  const filter = createFilter();
  filter.setQuery('kind:log is:lost "two words"');
  filter.removeToken(0);
  filter.reopenToken(1);
  expect(filter.value.value).toMatchObject({ tokens: ['is:lost'], text: '"two words"' });
});

it('a new time term replaces the existing one', () => {
  const filter = createFilter();
  filter.setQuery('time:14:00..14:01 is:lost');
  filter.setToken('time:14:02..14:03', 'time:');
  expect(filter.value.value.tokens).toEqual(['is:lost', 'time:14:02..14:03']);
});

it('a term is added once, and does not replace a longer one that begins like it', () => {
  const filter = createFilter();
  filter.setQuery('-edata.id:do_12');
  filter.setToken('-edata.id:do_1');
  filter.setToken('-edata.id:do_1');
  expect(filter.value.value.tokens).toEqual(['-edata.id:do_12', '-edata.id:do_1']);
});

it('an invalid filter leaves the last valid one applied, and reports which token is invalid', () => {
  const filter = createFilter();
  filter.setQuery('kind:log');
  const lastValidFilter = filter.applied.value;
  filter.setText('kind:interacts ');
  expect(filter.problem.value).toMatchObject({
    tokenIndex: 1,
    message: message('filter.error.notA', { value: 'interacts', noun: message('filter.noun.kind') }),
  });
  expect(filter.applied.value).toBe(lastValidFilter);
  filter.applyCorrection();
  expect(filter.problem.value).toBeNull();
  expect(filter.value.value.tokens).toEqual(['kind:log', 'kind:interact']);
});

it('an invalid filter is corrected in place while the user types', () => {
  const filter = createFilter();
  filter.setText('water kind:interacts');
  expect(filter.problem.value).toMatchObject({ tokenIndex: null, from: 6, to: 20 });
  filter.applyCorrection();
  expect(filter.value.value.text).toBe('water kind:interact');
});

it('a filter is a refinement of another one if it adds letters or terms', () => {
  const next = parse({ text: 'next' });
  expect(isRefinementOf(next, parse({ text: 'ex' }))).toBe(true);
  expect(isRefinementOf(next, parse({ text: 'quiz' }))).toBe(false);
  expect(isRefinementOf(parse({ text: 'next is:lost' }), next)).toBe(true);
  const [token, input] = [parse({ tokens: ['pageid:home'] }), parse({ text: 'pageid:home' })];
  expect([isRefinementOf(token, input), isRefinementOf(input, token)]).toEqual([true, false]);
  const [negatedToken, negatedInput] = [parse({ tokens: ['-pageid:home'] }), parse({ text: '-pageid:home' })];
  expect([isRefinementOf(negatedToken, negatedInput), isRefinementOf(negatedInput, negatedToken)]).toEqual([
    false,
    true,
  ]);
  expect(isRefinementOf(parse({ text: '-ne' }), parse({ text: '-next' }))).toBe(true);
  expect(isRefinementOf(parse({ text: '-next' }), parse({ text: '-ne' }))).toBe(false);
  expect(isRefinementOf(parse({ tokens: ['kind:log'], text: 'next' }), next)).toBe(true);
  expect(isRefinementOf(next, parse({ tokens: ['kind:log'], text: 'next' }))).toBe(false);
});

it.each([
  [{ text: 'quiz ' }, 'quiz'],
  [{ tokens: ['kind:assess,log'] }, 'kind:assess,log'],
  [{ tokens: ['is:invalid,fired'], text: 'quiz' }, 'is:invalid,fired quiz'],
  [{ tokens: ['edata.type:click', '-quiz'] }, 'edata.type:click -quiz'],
])('%o is formatted as the filter text %s', (filter, text) => {
  expect(queryText({ ...noFilter, ...filter })).toBe(text);
});

it('a filter without matches suggests removing the term whose removal shows the most events, with their number', () => {
  const records = [recordOf(1), recordOf(2), recordOf(3, { lost: true })];
  const filter = { ...noFilter, tokens: ['kind:assess', 'is:waiting'] };
  const offer = suggestRelaxation(filter, countIn(records));
  expect(offer).toMatchObject({ name: 'kind:assess', eventCount: 2 });
  expect(offer?.relaxedFilter.tokens).toEqual(['is:waiting']);
  expect(suggestRelaxation({ ...noFilter, tokens: ['kind:assess'] }, countIn(records))).toBeNull();
});

describe('linear engine', () => {
  const slow = '/(?:wa)+t.*r/';

  it('a pattern for the linear engine leaves the list unchanged until the engine has loaded, and reports the loading', async () => {
    const filter = createFilter();
    filter.setText('water');
    const before = filter.applied.value;
    filter.setText(slow);
    expect(filter.isLoading.value).toBe(true);
    expect(filter.problem.value).toBeNull();
    expect(filter.applied.value).toBe(before);
    await waitFor(() => expect(filter.isLoading.value).toBe(false));
    expect(filter.applied.value.query.map(({ text }) => text)).toEqual([slow]);
  });

  it('the list stays unfiltered while the linear engine is loading, and is filtered by the pattern after that', () => {
    const records = createRecords();
    const engine = signal<CompilePattern | null>(null);
    const filter = createFilter((pattern) => engine.value?.(pattern) ?? fail('loading'));
    const visible = createVisible(records, filter, createFakeScheduler().scheduler);
    records.apply([recordOf(1), recordOf(2, { frame: { ...recordOf(2).frame, url: 'http://localhost/rain' } })]);
    filter.setText(slow);
    expect([visible.isSearching.value, visible.eventCount.value]).toEqual([true, 2]);
    engine.value = compilePattern;
    expect([visible.isSearching.value, visible.eventCount.value]).toEqual([false, 1]);
    visible.stop();
  });
});

it('a filter whose language code is not loaded shows all events, and applies the current filter once the code is loaded', async () => {
  const language = createLazyPart(async () => (await filterLanguage.load()) ?? expect.unreachable());
  const records = createRecords();
  const filter = createFilter(undefined, language);
  const visible = createVisible(records, filter, createFakeScheduler().scheduler);
  records.apply([recordOf(1), recordOf(2, { verdict: 'invalid' })]);
  expect([filter.isLoading.value, visible.eventCount.value]).toEqual([false, 2]);
  filter.toggleChip('is', 'invalid');
  expect(filter.value.value.tokens).toEqual(['is:invalid']);
  expect([filter.isLoading.value, visible.isSearching.value, visible.eventCount.value]).toEqual([true, true, 2]);
  await language.load();
  expect([filter.isLoading.value, visible.isSearching.value, visible.eventCount.value]).toEqual([false, false, 1]);
  visible.stop();
});

it.each([
  ['characters', 'x'.repeat(10_000), 'Filters are limited to 4,096 characters. Shorten it.'],
  ['terms', 'a:b '.repeat(1_000), 'Unknown key “a:”. To search for this text, put it in quotes.'],
  ['terms with a key', 'is:lost '.repeat(500), 'Filters are limited to 100 terms. Remove some.'],
])(
  'a filter with too many %s stays text without tokens and has one problem, and the list stays unchanged',
  (_, text, sentence) => {
    const filter = createFilter();
    for (const enterText of [filter.setText, filter.setQuery, () => filter.finish()]) {
      enterText(text);
      expect(filter.value.value).toMatchObject({ text, tokens: [] });
      expect(filter.problem.value?.tokenIndex).toBeNull();
      expect(messageText(filter.problem.value?.message ?? '')).toBe(sentence);
      expect(filter.applied.value.query).toEqual([]);
    }
  },
);

it('a filter that exceeds the maximum number of terms one token at a time is also rejected', () => {
  const filter = createFilter();
  for (let count = 0; count < 101; count += 1) filter.setText('is:lost ');
  expect(filter.value.value.tokens).toHaveLength(101);
  expect(messageText(filter.problem.value?.message ?? '')).toBe('Filters are limited to 100 terms. Remove some.');
});

it('a quoted value with a space becomes one token although an escape is entered in it', () => {
  const filter = createFilter();
  const input = 'edata.id:"two words \\"quoted\\"" ';
  for (let length = 1; length <= input.length; length += 1) {
    const { text, tokens } = filter.value.value;
    filter.setText(tokens.length === 0 ? `${text}${input[length - 1]}` : text);
  }
  expect(filter.value.value).toEqual({ text: '', tokens: ['edata.id:"two words \\"quoted\\""'] });
});

it.each(['"two words', '"two words\\'])(
  'a saved filter whose first term has no closing quote keeps its terms apart: %s',
  (unclosed) => {
    const filter = createFilter();
    filter.setText(unclosed);
    filter.finish();
    filter.setText('kind:log ');
    const restored = createFilter();
    restored.setQuery(queryText(filter.value.value));
    expect(restored.value.value.tokens).toEqual(['"two words"', 'kind:log']);
  },
);

it.each([[['/lesson/a', 'is:lost', 'page:/home/']], [['page:/lesson', 'page:/home/']], [['-/lesson/a', '"x / y"']]])(
  'a saved filter with a path and a later slash has the same terms when it is applied again: %j',
  (tokens) => {
    const filter = createFilter(compilePattern);
    filter.setQuery(queryText({ ...noFilter, tokens }));
    expect([...filter.value.value.tokens].sort()).toEqual([...tokens].sort());
  },
);

it('a saved filter with a path and an open quote with a slash has the same terms when it is applied again', () => {
  const filter = createFilter(compilePattern);
  filter.setQuery(queryText({ ...noFilter, tokens: ['/lesson/a'], text: '"two words/' }));
  expect(filter.value.value.tokens).toEqual(['"two words/"', '/lesson/a']);
});
