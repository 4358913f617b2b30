import { expect, it } from 'vitest';
import { sampleArguments } from '#core/telemetry/draft';
import { headlineOfCall, headlineOfEvent } from '#core/telemetry/headline';
import { eventOf } from './sample-events';

it.each([
  ['start', 'do_21340987654321012 · player · play'],
  ['impression', 'water-cycle-lesson · detail'],
  ['response', 'do_21340987654321012_q2 · MATCH · 2 values'],
  ['feedback', 'do_21340987654321012 · rating 4'],
  ['share', 'Out · Link · 1 item'],
  ['audit', 'Draft → Review · 2 props'],
  ['heartbeat', 'empty'],
  ['search', 'content · “जल चक्र” · 12 results'],
  ['metrics', '4 metrics'],
  ['end', 'do_21340987654321012 · player · 64 s'],
] as const)('the headline of a call of %s is %s', (kind, text) => {
  expect(headlineOfCall(kind, sampleArguments(kind))).toBe(text);
});

it('the headline of a call omits values that are absent, empty or of a wrong type', () => {
  expect(headlineOfCall('interact', [{ id: '', type: { not: 'text' }, pageid: 'page-1' }])).toBe('page-1');
  expect(headlineOfCall('audit', [{ edata: { state: 'Live' } }])).toBe('');
  expect(headlineOfCall('interact', [])).toBe('');
});

it('the headline of a call is created from data without edata, too', () => {
  const edata = { props: ['name'], state: 'Live', prevstate: 'Draft' };
  expect(headlineOfCall('audit', [edata])).toBe('Draft → Live · 1 prop');
  expect(headlineOfCall('metrics', [{ lessons: 3, pages: 4 }])).toBe('2 metrics');
  expect(headlineOfCall('interact', [{ edata: { id: 'next' } }])).toBe('');
});

it('the headline of a call is empty if the method is not a V3 kind', () => {
  expect(headlineOfCall('initialize', [{ id: 'x' }])).toBe('');
});

it('the headline of a call is one short line for any values', () => {
  const text = headlineOfCall('log', [{ type: 'a\n b', level: 'INFO', message: 'm'.repeat(500) }]);
  expect(text).toBe(`a b · INFO · ${'m'.repeat(80)}…`);
});

it('the headline of an event equals the headline of its call', () => {
  const edata = { type: 'player', mode: 'play', stageid: 's' };
  expect(headlineOfEvent(eventOf('start', edata))).toBe('do_21340987654321012 · player · play');
  expect(headlineOfEvent(eventOf('end', { type: 'player', duration: 64 }))).toBe(
    'do_21340987654321012 · player · 64 s',
  );
  expect(headlineOfEvent(eventOf('metrics', { edata: { lessons: 1 } }))).toBe('1 metric');
});

it('the headline of an event is empty if the event has no V3 kind', () => {
  expect(headlineOfEvent(null)).toBe('');
  expect(headlineOfEvent({ eid: 'GE_START', edata: { type: 'x' } })).toBe('');
});
