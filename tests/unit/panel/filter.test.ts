import { describe, expect, it } from 'vitest';
import type { TelemetryRecord } from '../../../lib/journey/record';
import { compileFilter, createFilter, type Filter, isNarrower, noFilter } from '../../../lib/panel/filter';
import { nothingMatches } from '../../../lib/panel/filter-words';
import { callOf, eventOf, recordOf } from '../../fixtures/records';

const passes = (filter: Partial<Filter>, record: TelemetryRecord) => compileFilter({ ...noFilter, ...filter })(record);
const notice = {
  ruleSet: 'definition',
  severity: 'notice',
  code: 'unknown-field',
  path: ['data'],
  message: '',
} as const;

describe('free text', () => {
  it.each([
    ['the kind', 'INTERACT'],
    ['the headline', 'next-BUTTON'],
    ['the page', '/lesson/water'],
    ['the mid', 'interact:1'],
    ['a value of the call', 'only-called'],
    ['a key of the event', '"eid"'],
    ['Hindi', 'जल चक्र'],
  ])('is looked for in %s, whatever the letter case', (_, text) => {
    const call = callOf({ args: [{ id: 'only-called', note: 'जल चक्र' }] });
    expect(passes({ text }, recordOf(1, { call }))).toBe(true);
  });

  it('that stands nowhere lets nothing through', () => {
    expect(passes({ text: 'quiz' }, recordOf(1))).toBe(false);
  });

  it('of spaces only is no filter', () => {
    expect(passes({ text: '  ' }, recordOf(1, { call: null, event: eventOf() }))).toBe(true);
  });
});

describe('chips', () => {
  it('of kinds are alternatives', () => {
    const kinds = new Set(['log', 'interact'] as const);
    expect(passes({ kinds }, recordOf(1))).toBe(true);
    expect(passes({ kinds }, recordOf(1, { kind: 'search' }))).toBe(false);
    expect(passes({ kinds }, recordOf(1, { kind: null, verdict: 'unknown' }))).toBe(false);
  });

  it('of states let through what is invalid, has notices, or was fired by hand', () => {
    expect(passes({ states: new Set(['invalid']) }, recordOf(1, { verdict: 'invalid' }))).toBe(true);
    expect(passes({ states: new Set(['notices']) }, recordOf(1, { findings: [notice] }))).toBe(true);
    expect(passes({ states: new Set(['notices']) }, recordOf(1, { verdict: 'invalid', findings: [notice] }))).toBe(
      false,
    );
    expect(passes({ states: new Set(['byHand']) }, recordOf(1, { firedBy: { from: 'panel', requestId: '1' } }))).toBe(
      true,
    );
    expect(passes({ states: new Set(['invalid', 'byHand']) }, recordOf(1))).toBe(false);
  });

  it('and text must all be met', () => {
    const kinds = new Set(['interact'] as const);
    expect(passes({ kinds, text: 'quiz' }, recordOf(1))).toBe(false);
    expect(passes({ kinds, text: 'touch' }, recordOf(1))).toBe(true);
  });

  it('go on and off, and all at once', () => {
    const filter = createFilter();
    filter.toggleKind('log');
    filter.toggleState('invalid');
    expect(filter.isEmpty.value).toBe(false);
    filter.toggleKind('log');
    filter.toggleState('invalid');
    expect(filter.isEmpty.value).toBe(true);
  });
});

describe('a filter that is narrower', () => {
  it('adds letters to the text, with the same chips', () => {
    const kinds = new Set(['log'] as const);
    expect(isNarrower({ ...noFilter, text: 'next' }, { ...noFilter, text: 'ex' })).toBe(true);
    expect(isNarrower({ ...noFilter, text: 'next' }, { ...noFilter, text: 'quiz' })).toBe(false);
    expect(isNarrower({ ...noFilter, text: 'next', kinds }, { ...noFilter, text: 'next' })).toBe(false);
  });
});

describe('a filter that nothing matches says what nothing is', () => {
  it.each([
    [{ text: 'quiz' }, 'none has “quiz” in it'],
    [{ kinds: new Set(['assess'] as const) }, 'none is an assess'],
    [
      { kinds: new Set(['assess', 'log'] as const), states: new Set(['invalid'] as const) },
      'none is an assess or a log that is invalid',
    ],
    [{ states: new Set(['byHand'] as const), text: 'x' }, 'none was fired by hand and has “x” in it'],
  ])('%o: %s', (filter, words) => {
    expect(nothingMatches({ ...noFilter, ...filter })).toBe(words);
  });
});
