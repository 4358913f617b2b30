import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '#core/json/json';
import { defaultRuleSetNames, type RuleSetName } from '#core/rules/rule-set-names';
import { KnownShapes } from '#core/rules/shapes/known-shapes';
import { kindOfEvent } from '#core/telemetry/valid-event';
import { eventOf } from '../../telemetry/sample-events';

const TOKEN = `eyJ${'a'.repeat(12)}.eyJ${'b'.repeat(12)}.sig`;
const edata = { type: 'api', level: 'INFO', message: 'first', params: [{ a: 1 }] };

/** Whether an event has the shape of a stored event. */
function hasSameShape(
  stored: Json,
  other: Json | string,
  names: readonly RuleSetName[] = defaultRuleSetNames,
): boolean {
  const shapes = new KnownShapes<string>(names);
  const json = stored as JsonObject;
  const kind = kindOfEvent(json);
  if (kind === undefined) throw new Error('The stored event has no kind.');
  shapes.store(...lineOf(JSON.stringify(stored)), { json, field: null, kind, findings: 0, isClean: false }, 'known');
  return shapes.find(...lineOf(typeof other === 'string' ? other : JSON.stringify(other))) === 'known';
}

function lineOf(text: string): [bytes: Uint8Array, from: number, to: number] {
  const bytes = Buffer.from(`${text}\n`);
  return [bytes, 0, bytes.length - 1];
}

describe('shapes', () => {
  const event = eventOf('log', edata) as JsonObject;

  it.each<[string, Json]>([
    ['ids and times', { ...event, mid: 'LOG:another', ets: 1_700_000_000_001 }],
    ['texts that may be anything', eventOf('log', { ...edata, message: 'second, "quoted" \u0939 水' })],
    ['values that are not listed', { ...event, flags: { a: [1] } }],
  ])('events of the same shape can differ in %s', (_, other) => {
    const stored = 'flags' in (other as JsonObject) ? { ...event, flags: 7 } : event;
    expect(hasSameShape(stored, other)).toBe(true);
  });

  it.each<[string, Json]>([
    ['a value of a list', eventOf('log', { ...edata, level: 'ERROR' })],
    ['the type of a value', eventOf('log', { ...edata, message: 7 })],
    ['an empty text', eventOf('log', { ...edata, message: '' })],
    ['a key', eventOf('log', { ...edata, more: 1 })],
    ['a negative time', { ...event, ets: -1 }],
    ['a number that is not a safe integer', { ...event, ets: 2 ** 60 }],
    ['the number of items', eventOf('log', { ...edata, params: [{ a: 1 }, { a: 1 }] })],
    ['null', { ...event, mid: null }],
  ])('events that differ in %s have different shapes', (_, other) => {
    expect(hasSameShape(event, other)).toBe(false);
  });

  it('events that differ in a value with a constraint in the definition have different shapes', () => {
    const search = { type: 'x', query: 'q', filters: {}, size: 12, topn: [{ id: 'a' }] };
    expect(hasSameShape(eventOf('search', search), eventOf('search', { ...search, query: 'other' }))).toBe(true);
    expect(hasSameShape(eventOf('search', search), eventOf('search', { ...search, size: 0 }))).toBe(false);
  });

  it('events that differ in a value have different shapes if an enabled rule set checks the value', () => {
    const [one, other] = [1, 'a'].map((visits) =>
      eventOf('impression', { type: 'view', pageid: 'p', uri: 'u', visits }),
    );
    expect(hasSameShape(one as Json, other as Json)).toBe(true);
    expect(hasSameShape(one as Json, other as Json, [...defaultRuleSetNames, 'ingestion'])).toBe(false);
  });

  it('an event with a secret, or with a value that is named like a secret, matches no shape', () => {
    const withPair = (name: string) => eventOf('log', { ...edata, params: [{ name, value: 'abc' }] });
    expect(hasSameShape(event, eventOf('log', { ...edata, message: TOKEN }))).toBe(false);
    expect(hasSameShape(withPair('color'), withPair('height'))).toBe(true);
    expect(hasSameShape(withPair('color'), withPair('password'))).toBe(false);
    expect(hasSameShape(withPair('password'), withPair('password'))).toBe(false);
  });

  it.each([
    ['a broken escape', (text: string) => text.replace('first', '\\x')],
    ['a control character', (text: string) => text.replace('first', '\u0001')],
    ['a number with a zero before it', (text: string) => text.replace(/"ets":/, '"ets":0')],
    ['text after it', (text: string) => `${text} 1`],
    ['a missing bracket', (text: string) => text.slice(0, -1)],
  ])('a text that is not valid JSON matches no shape: %s', (_, change) => {
    const text = JSON.stringify(event);
    expect(hasSameShape(event, text)).toBe(true);
    expect(hasSameShape(event, change(text))).toBe(false);
  });
});

it('known shapes are searched for while events match them, and rarely otherwise', () => {
  const shapes = new KnownShapes<string>(defaultRuleSetNames);
  const event = eventOf('log', edata) as JsonObject;
  const line = lineOf(JSON.stringify(event));
  shapes.store(...line, { json: event, field: null, kind: 'log', findings: 0, isClean: false }, 'known');
  const countSearchedBlocks = () =>
    Array.from({ length: 160 }, () => shapes.shouldSearchNextBlock()).filter(Boolean).length;
  expect(countSearchedBlocks()).toBe(160);
  for (let count = 0; count < 600; count += 1) shapes.find(...lineOf(`{"eid":"LOG","x${count}":1}`));
  expect(countSearchedBlocks()).toBe(10);
  expect(shapes.find(...line)).toBe('known');
  expect(countSearchedBlocks()).toBe(160);
});

describe('shapes and hints', () => {
  const at = 1_763_620_200_000;
  const received = eventOf('log', edata, { syncts: at }) as JsonObject;

  it.each<[string, Json]>([
    ['another time in milliseconds', { ...received, ets: at - 5_000, syncts: at + 7 }],
    ['a text with digits', eventOf('log', { ...edata, message: '1763620200000 do_21340987654321012' }, { syncts: at })],
    ['an encoded character', eventOf('log', { ...edata, message: 'a%20b' }, { syncts: at })],
  ])('events of the same shape can differ in %s if hints are enabled', (_, other) => {
    expect(hasSameShape(received, other)).toBe(true);
  });

  it.each<[string, Json]>([
    ['a time in the future', { ...received, ets: at + 7_200_000 }],
    ['a time that is too old', { ...received, ets: at - 93 * 86_400_000 }],
    ['a time in seconds', { ...received, ets: 1_763_620_200 }],
    ['a text for an unset value', eventOf('log', { ...edata, message: 'undefined' }, { syncts: at })],
    ['JSON text', eventOf('log', { ...edata, message: '{"a":1}' }, { syncts: at })],
    ['an email address', eventOf('log', { ...edata, message: 'to learner@mail.example.org' }, { syncts: at })],
    ['a phone number', eventOf('log', { ...edata, message: 'to 9876543210' }, { syncts: at })],
    ['a URL as page', eventOf('log', { ...edata, pageid: 'https://a.example' }, { syncts: at })],
  ])('events that differ in %s have different shapes if hints are enabled', (_, other) => {
    expect(hasSameShape(received, other)).toBe(false);
  });

  it('events that differ in an implausible duration have different shapes', () => {
    const end = (duration: number) => eventOf('end', { type: 'app', duration });
    expect(hasSameShape(end(12.5), end(64_000.25))).toBe(true);
    expect(hasSameShape(end(12), end(1_764_100_000))).toBe(false);
    expect(hasSameShape(end(12.5), end(1_764_100_000.2))).toBe(false);
  });

  it('an event with a hint about its age matches no shape', () => {
    const old = { ...received, ets: at - 100 * 86_400_000 };
    expect(hasSameShape(old, old)).toBe(false);
    expect(hasSameShape(old, received)).toBe(false);
  });
});
