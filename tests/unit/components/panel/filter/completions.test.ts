import { expect, it } from 'vitest';
import { findCompletions } from '#components/panel/filter/completions.ts';
import type { Json } from '#core/json/json';
import { compilePattern } from '#core/patterns/compile-pattern';
import { compileQuery } from '#core/query/compile-query';
import { parseQuery } from '#core/query/parse-query';
import { createCounter } from '#core/stream/counts';
import { t } from '#tests/drivers/texts';
import { eventOf, recordOf } from '#tests/fixtures/records';

const events = [
  {
    eid: 'LOG',
    context: { sid: 's-1', cdata: [{ id: 'water', type: 'Chapter' }] },
    edata: { level: 'TRACE', pageid: 'home' },
  },
  { eid: 'LOG', context: { sid: 's-1' }, edata: { level: 'INFO', pageid: 'a page' } },
  { eid: 'LOG', context: { sid: 's-2' }, edata: { level: 'INFO' } },
];
const labels = (text: string) => findCompletions(text, () => events).map(({ label }) => label);
const texts = (text: string) => findCompletions(text, () => events).map((suggestion) => suggestion.text);

it('an empty filter, and a finished term, are completed with keys', () => {
  expect(labels('').slice(0, 3)).toEqual(['kind:', 'is:', 'state:']);
  expect(texts('kind:log ')[1]).toBe('kind:log is:');
});

it('the beginning of a key is completed to the key, and a leading minus is preserved', () => {
  expect(texts('-k')).toEqual(['-kind:']);
});

it('a key is completed with its values, each followed by a space that ends the term', () => {
  expect(labels('kind:in')).toEqual(['interact', 'interrupt']);
  expect(texts('is:lo')).toEqual(['is:lost ']);
  expect(texts('kind:log,sea')).toEqual(['kind:log,search ']);
});

it('a part of a name or value is completed to the names and values that contain it, prefix matches first', () => {
  expect(labels('kind:se')).toEqual(['search', 'assess', 'response']);
  expect(labels('edata.pageid:ome')).toEqual(['home']);
  expect(labels('pageid')).toEqual(['pageid:', 'edata.pageid:']);
  expect(labels('channel')[0]).toBe('channel:');
});

it('a field name that equals a key is completed to the key first, then to the paths of the fields', () => {
  const suggestions = findCompletions('state', () => events);
  expect(suggestions.map(({ label }) => label).slice(0, 2)).toEqual(['state:', 'edata.state:']);
  expect(findCompletions('pageid', () => events)[0]?.detail).toBe('edata.pageid');
});

it('a field name without a path is completed with the values of all its paths, with their counts', () => {
  const suggestions = findCompletions('level:', () => events).slice(0, 2);
  expect(suggestions.map(({ label, detail }) => [label, detail])).toEqual([
    ['INFO', t('filter.help.ofTheLast', 2)],
    ['TRACE', t('filter.help.ofTheLast', 1)],
  ]);
});

it('values of an enumeration that were not observed are listed last', () => {
  const [first, ...others] = findCompletions('edata.level:', () => events).map(({ label, detail }) => [label, detail]);
  expect(first).toEqual(['INFO', t('filter.help.ofTheLast', 2)]);
  expect(others).toContainEqual(['WARN', t('filter.help.ofTheLast', 0)]);
});

it('a completion of the language shows the number of matching events', () => {
  const counter = createCounter();
  counter.add(recordOf(1, { kind: 'log', verdict: 'invalid' }));
  counter.add(recordOf(2, { kind: 'log', lost: true }));
  const countOf = (text: string, word: string) =>
    findCompletions(text, () => events, counter.snapshot()).find(({ label }) => label === word)?.count;
  expect(countOf('kind:', 'log')).toBe(2);
  expect(countOf('kind:', 'assess')).toBe(0);
  expect([countOf('is:', 'invalid'), countOf('is:lo', 'lost'), countOf('is:', 'valid')]).toEqual([1, 1, null]);
  expect(countOf('state:', 'lost')).toBe(1);
  expect(countOf('rule:', 'missing')).toBeNull();
});

it('rule: is also completed with imported rule sets', () => {
  const ruleSets = ['definition', 'schema:team', 'schema:Our events'] as const;
  const offered = findCompletions('rule:sch', () => events, null, ruleSets).map(({ text }) => text);
  expect(offered).toEqual(['rule:schema:team ', 'rule:"schema:Our events" ']);
});

it('the beginning of a path is completed with the fields of the recorded events', () => {
  expect(labels('edata.')).toEqual(['edata.level:', 'edata.pageid:']);
  expect(labels('context.c')).toEqual(['context.cdata.id:', 'context.cdata.type:']);
});

it('a field is completed with its recorded values, the most frequent first, in quotes where necessary', () => {
  expect(labels('edata.level:').slice(0, 2)).toEqual(['INFO', 'TRACE']);
  expect(texts('edata.pageid:a')).toEqual(['edata.pageid:"a page" ']);
  expect(labels('edata.pageid:')).toEqual(['home', '"a page"']);
  expect(labels('sid:s')).toEqual(['s-1', 's-2']);
});

it('a further alternative of a term is completed only with values that need no quotes', () => {
  expect(texts('edata.pageid:a,')).toEqual(['edata.pageid:a,home ']);
});

it('free text and a complete value have no completions, and a complete regular expression is followed by keys', () => {
  expect(labels('water')).toEqual([]);
  expect(labels('/do_/')[0]).toBe('kind:');
  expect(labels('kind:log')).toEqual([]);
});

it('a key that is suggested after a complete regular expression leaves the expression as it was', () => {
  const [first] = findCompletions('/do_/', () => events);
  expect(first?.text).toBe('/do_/ kind:');
});

it.each(['"wat', 'is:"', 'kind:log "two wor', '"a \\" b'])('an open quote has no completions: %s', (text) => {
  expect(labels(text)).toEqual([]);
});

it('completions cover the current events: added events are included, removed events are not', () => {
  const later = { eid: 'LOG', edata: { level: 'WARN', later: 1 } };
  const labelsIn = (current: readonly Json[]) => findCompletions('edata.l', () => current).map(({ label }) => label);
  expect(labelsIn(events)).toEqual(['edata.level:']);
  expect(labelsIn([...events, later])).toEqual(['edata.level:', 'edata.later:']);
  expect(labelsIn(events)).toEqual(['edata.level:']);
});

it('completions read events only up to a size limit, so that a megabyte does not delay typing', () => {
  const names = Array.from({ length: 20_000 }, (_, index) => [`name${index}`, index]);
  const huge = { edata: Object.fromEntries(names) };
  expect(findCompletions('edata.name1999', () => [huge])).toEqual([]);
  expect(findCompletions('edata.name99', () => [huge]).map(({ label }) => label)).toContain('edata.name99:');
});

it('a source is completed with the apps, pages and IP addresses that sent events to a collector', () => {
  const sources = ['org.example.app', '192.168.1.20', 'portal.example/explore', '192.168.1.20'];
  const complete = (text: string) =>
    findCompletions(
      text,
      () => [],
      null,
      [],
      () => sources,
    ).map((each) => each.text);
  expect(complete('source:')).toEqual([
    'source:192.168.1.20 ',
    'source:org.example.app ',
    'source:portal.example/explore ',
  ]);
  expect(complete('source:port')).toEqual(['source:portal.example/explore ']);
  expect(complete('kind:aud')).toEqual(['kind:audit ']);
});

it('a source is completed with the apps that are named in the events', () => {
  const sent = [{ eid: 'LOG', context: { pdata: { id: 'learn.portal', pid: 'player' } } }];
  expect(findCompletions('source:p', () => sent).map(({ text }) => text)).toEqual([
    'source:player ',
    'source:learn.portal ',
  ]);
});

it.each(['/lesson/water/', '>5', 'a*b', 'two words', 'a "quoted", word', 'back\\slash', 'tab\tand\nline'])(
  'a suggested value matches the events that have it, and no others: %j',
  (value) => {
    const matchingEvent = { eid: 'LOG', edata: { pageid: value } };
    const completions = findCompletions('edata.pageid:', () => [matchingEvent]);
    expect(completions).toHaveLength(1);
    const query = parseQuery<never>(completions[0]?.text ?? '', compilePattern);
    const matches = query.ok ? compileQuery(query.value) : expect.unreachable();
    const passes = (json: Json) => matches(recordOf(1, { call: null, event: eventOf({ json }) }));
    expect(passes(matchingEvent)).toBe(true);
    for (const other of [`${value} lesson/water`, 'a/b', 'lesson/water', '6', 'axb']) {
      expect(passes({ eid: 'LOG', edata: { pageid: other } })).toBe(false);
    }
  },
);

it('an empty value is not suggested, as a term without a value is skipped', () => {
  expect(findCompletions('edata.pageid:', () => [{ eid: 'LOG', edata: { pageid: '' } }])).toEqual([]);
});

it('a key that is also a field of the events is suggested once', () => {
  const sent = [{ eid: 'LOG', mid: 'LOG:1', element: 'x' }];
  const suggested = (text: string) => findCompletions(text, () => sent).map(({ label }) => label);
  expect(suggested('mid').filter((label) => label === 'mid:')).toHaveLength(1);
  expect(suggested('elem').filter((label) => label === 'element:')).toHaveLength(1);
});
