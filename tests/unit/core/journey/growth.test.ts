import { beforeAll, describe, expect, it } from 'vitest';
import type { Json } from '#core/json/json';
import { measureStepGrowths } from '#tests/fixtures/counted-steps';
import { noGuard } from '#tests/fixtures/no-guard';
import {
  batchText,
  callReport,
  emitReport,
  logEvent,
  requestEndReport,
  requestReport,
  returnReport,
  watchPage,
} from '#tests/fixtures/watched-page';

const range = (count: number) => Array.from({ length: count }, (_, index) => index);

const toReports = (observations: readonly object[]): readonly string[] =>
  range(Math.ceil(observations.length / 500)).map((part) =>
    JSON.stringify(observations.slice(part * 500, (part + 1) * 500)),
  );
const dataWithManyKeys = (last: number): Json => ({
  ...Object.fromEntries(range(500).map((key) => [`key${key}`, 0])),
  last,
});

/** Observations of one document, whose correlation could cost more than linear time. */
const largeInputs: readonly (readonly [
  name: string,
  size: number,
  createObservations: (size: number) => readonly object[],
])[] = [
  ['events with one mid', 200, (size) => range(size).map(() => emitReport(logEvent('m')))],
  [
    'events with one mid, sent in one batch',
    200,
    (size) => [requestReport('r', batchText(range(size).map(() => logEvent('m'))))],
  ],
  [
    'events with one mid, emitted and then sent in batches',
    200,
    (size) => [
      ...range(size).map(() => emitReport(logEvent('m'))),
      ...range(size / 20).map((batch) => requestReport(`r${batch}`, batchText(range(20).map(() => logEvent('m'))))),
    ],
  ],
  [
    'requests with events of one mid',
    200,
    (size) => range(size).map((id) => requestReport(`r${id}`, batchText([logEvent('m', { id })]))),
  ],
  [
    'retries of one event',
    1_200,
    (size) =>
      range(size).flatMap((id) => [
        requestReport(`r${id}`, batchText([logEvent('m')]), { at: id * 20_000 }),
        requestEndReport(`r${id}`, { end: 'failed', status: 0 }),
      ]),
  ],
  [
    'ends of one request',
    100,
    (size) => [
      requestReport('r', batchText(range(size).map((id) => logEvent(`m${id}`)))),
      ...range(size).map(() => requestEndReport('r')),
    ],
  ],
  [
    'calls without an event, and unrelated events',
    30,
    (size) => [
      ...range(size).flatMap((id) => [callReport(`c${id}`, dataWithManyKeys(id)), returnReport(`c${id}`)]),
      ...range(size).map((id) => requestReport(`r${id}`, batchText([logEvent(`m${id}`, dataWithManyKeys(-1 - id))]))),
    ],
  ],
  [
    'calls that wait for a promise, and events of other kinds',
    400,
    (size) => [
      ...range(size).flatMap((id) => [callReport(`c${id}`, {}, { method: 'start' }), returnReport(`c${id}`, false)]),
      ...range(size).map((id) => emitReport(logEvent(`m${id}`))),
    ],
  ],
];

describe('growth', () => {
  const inputsOf = largeInputs.map(
    ([, size, createObservations]) =>
      (times: number) =>
        toReports(createObservations(times * size)),
  );
  let growths: readonly number[] = [];

  beforeAll(() => {
    growths = measureStepGrowths(inputsOf, (texts) => watchPage(noGuard).report(texts), 1);
  });

  it.each(largeInputs.map(([name], index) => [name, index] as const))(
    'the correlator takes a number of steps that grows linearly for %s',
    (_name, index) => {
      expect(growths[index]).toBeLessThan(8);
    },
  );
});
