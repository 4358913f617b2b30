import { expect, it } from 'vitest';
import { eventOf } from '../../core/telemetry/sample-events';
import { runOn } from './run-cli';

const DAY = 86_400_000;
const EMITTED_AT = 1_763_620_200_000;
const [IN_TIME, LATE, EARLY] = [EMITTED_AT + 1_000, EMITTED_AT + 200 * DAY, EMITTED_AT - 2 * DAY];

const logAt = (overrides: object = {}) => eventOf('log', { type: 'system', level: 'INFO', message: 'm' }, overrides);
const lineOf = (json: unknown) => `${JSON.stringify(json)}\n`;

/** Returns the hints of each line. */
async function hintsIn(text: string, ...args: readonly string[]): Promise<readonly string[]> {
  const outcome = await runOn(text, ['validate', '-', '--no-config', '--format', 'json', ...args], {
    chunkBytes: 4096,
  });
  expect(outcome.code, outcome.err).toBe(0);
  return outcome.lines.map(({ findings }) => findings.map(({ message }) => toHintLabel(message)).join());
}

function toHintLabel(message: string): string {
  if (message.includes('before')) return 'old';
  return message.includes('after') ? 'future' : message;
}

it.each([
  ['without --at', [], ['', '', '']],
  ['shortly after the event', ['--at', `${IN_TIME}`], ['', '', '']],
  ['long after the event', ['--at', `${LATE}`], ['old', 'old', 'old']],
  ['before the event', ['--at', new Date(EARLY).toISOString()], ['future', 'future', 'future']],
])('an event without a time of receipt is received at the time of --at: %s', async (_, args, expected) => {
  const text = lineOf(logAt()).repeat(3);
  expect(await hintsIn(text, ...args)).toEqual(expected);
});

it('the time of receipt in an event has precedence over --at, for events of the same shape too', async () => {
  const events = [
    ...[{ syncts: IN_TIME }, { syncts: IN_TIME + 1 }, { syncts: LATE }],
    ...[{ '@timestamp': new Date(IN_TIME).toISOString() }, { '@timestamp': new Date(LATE).toISOString() }],
    ...[{ '@timestamp': 'yesterday' }, { syncts: 'yesterday' }, {}, {}],
  ];
  const text = events.map((overrides) => lineOf(logAt(overrides))).join('');
  expect(await hintsIn(text)).toEqual(['', '', 'old', '', 'old', '', '', '', '']);
  expect(await hintsIn(text, '--at', `${LATE}`)).toEqual(['', '', 'old', '', 'old', 'old', 'old', 'old', 'old']);
  expect(await hintsIn(text, '--at', `${IN_TIME}`)).toEqual(['', '', 'old', '', 'old', '', '', '', '']);
});

it('each event of the same shape is compared with --at individually', async () => {
  const text = [0, 1, 100 * DAY, -100 * DAY, 2].map((offset) => lineOf(logAt({ ets: EMITTED_AT + offset }))).join('');
  expect(await hintsIn(text, '--at', `${IN_TIME}`)).toEqual(['', '', 'future', 'old', '']);
  expect(await hintsIn(text, '--at', `${IN_TIME}`, '--rules', 'definition')).toEqual(['', '', '', '', '']);
});

it('--at also applies with a filter, and to the events of a list or a batch', async () => {
  const at = ['--at', `${LATE}`];
  expect(await hintsIn(lineOf(logAt()), ...at, '--filter', 'kind:log')).toEqual(['old']);
  expect(await hintsIn(JSON.stringify([logAt(), logAt({ syncts: IN_TIME })]), ...at)).toEqual(['old', '']);
  expect(await hintsIn(JSON.stringify({ events: [logAt()] }), ...at, '--fate')).toEqual(['old']);
});

it('the time of a capture record or HAR request has precedence over --at and the event', async () => {
  const record = (at: number, observedIn: string, overrides: object = {}) => ({
    ...{ row: 1, at },
    event: { observedIn, json: logAt(overrides), at },
  });
  const records = [
    ...[record(LATE, 'page', { syncts: IN_TIME }), record(IN_TIME, 'page', { syncts: LATE })],
    ...[record(EMITTED_AT, 'file', { syncts: LATE }), record(EMITTED_AT, 'file')],
  ];
  const capture = JSON.stringify({ format: 'telemetry-v3-capture', version: 1, records });
  expect(await hintsIn(capture)).toEqual(['old', '', 'old', '']);
  expect(await hintsIn(capture, '--at', `${LATE}`)).toEqual(['old', '', 'old', 'old']);
  const entry = {
    startedDateTime: new Date(LATE).toISOString(),
    request: { method: 'POST', url: 'https://c', postData: { text: JSON.stringify({ events: [logAt()] }) } },
  };
  const har = JSON.stringify({ log: { version: '1.2', entries: [entry] } });
  expect(await hintsIn(har, '--at', `${IN_TIME}`)).toEqual(['old']);
});
