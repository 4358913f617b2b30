import { expect, it } from 'vitest';
import { messageText } from '#components/i18n/message-text.ts';
import { readSamples } from '#core/drafts/samples-file';
import { MAX_JSON_VALUES } from '#core/json/json-values';
import { parseScenarioFile } from '#core/scenarios/scenario-file';
import { parseBatchBody } from '#core/wire/batch-body';
import { exportToText, readFileContent, writingOf } from '#tests/fixtures/exchange';
import { eventWithFields, harWithBodies, objectWithFields } from '#tests/fixtures/hostile-inputs';
import { callOf, recordOf } from '#tests/fixtures/records';

const TOO_MANY_VALUES = 'More than 200,000 fields and items in one part, the maximum. Split it.';
const fields = objectWithFields(MAX_JSON_VALUES + 1);
const event = eventWithFields(MAX_JSON_VALUES);
const batch = `{"id":"a","ver":"3.0","params":{},"events":[${event}]}`;
const capture = exportToText('capture', writingOf([recordOf(1), recordOf(2, { call: callOf({ args: ['fields'] }) })]));

const readText = async (text: string) => {
  const { result, records } = await readFileContent(text, { chunk: 65_536 });
  const failure = result.ok || result.failure.reason === 'cancelled' ? null : messageText(result.failure.message);
  const warnings = result.ok ? result.value.warnings.map(messageText) : [];
  return { message: failure ?? warnings[0] ?? null, rows: records.length };
};

it.each([
  ['an event', `{"eid":"LOG"}\n${event}`, 1],
  ['a call', `{"eid":"LOG"}\n{"method":"log","args":[${fields}]}`, 1],
  ['a batch', `{"eid":"LOG"}\n${batch}`, 1],
  ['a list of numbers', `{"eid":"LOG","edata":[${'1,'.repeat(MAX_JSON_VALUES)}1]}`, 0],
  ['a record of a capture file', capture.replace('"fields"', fields), 1],
  ['the head of a capture file', capture.replace('"version":1', `"version":1,${fields.slice(1, -1)}`), 0],
  ['the end of a capture file', capture.replace(/\]\}\n$/, `],"more":${fields}}`), 2],
  ['an entry of a HAR file', `{"log":{"entries":[${fields}]}}`, 0],
  ['a request body in a HAR file', harWithBodies(batch), 0],
  ['other JSON', fields, 0],
])('%s with more fields than the limit is rejected, and the events before it are read', async (_what, text, rows) => {
  const result = await readText(text);
  expect(result.message).toContain(TOO_MANY_VALUES);
  expect(result.rows).toBe(rows);
});

it.each([
  ['a scenario', parseScenarioFile, `{"format":"telemetry-v3-scenario","version":1,"name":"a","steps":[${fields}]}`],
  ['samples', readSamples, `{"format":"telemetry-v3-samples","version":1,"samples":[${fields}]}`],
])('reading %s with more fields than the limit fails with a message', (_what, readFile, text) => {
  const result = readFile(text);
  expect(result.ok ? '' : messageText(result.failure)).toContain(TOO_MANY_VALUES);
});

it('a request body with more fields than the limit is not read', () => {
  const eventsOf = (text: string) => parseBatchBody(text)?.events.length ?? null;
  expect(eventsOf(batch)).toBeNull();
  expect(eventsOf(batch.replace(/"edata":\{.*?\}/, '"edata":{}'))).toBe(1);
});

it('a file with the maximum number of fields is read, and brackets in strings do not count', async () => {
  const text = 'a,b[{'.repeat(100_000);
  const allowed = objectWithFields(MAX_JSON_VALUES - 10);
  const lines = [`{"eid":"LOG","edata":${JSON.stringify({ text })}}`, `{"eid":"LOG","edata":${allowed}}`];
  expect(await readText(lines.join('\n'))).toEqual({ message: null, rows: 2 });
});

it('many small events are read, even if their total number of fields exceeds the limit', async () => {
  const smallEvent = `{"eid":"LOG","edata":[${'1,'.repeat(1_000)}1]}`;
  expect(await readText(`[${Array.from({ length: 300 }, () => smallEvent).join()}]`)).toEqual({
    message: null,
    rows: 300,
  });
});

it('a HAR file is read even if a request without telemetry has more fields than the limit', async () => {
  const har = harWithBodies('{"events":[{"eid":"LOG","mid":"m","ets":1}]}', `{"data":${fields}}`);
  expect(await readText(har)).toEqual({ message: null, rows: 1 });
});
