import fc from 'fast-check';
import { expect, test } from 'vitest';
import { messageText } from '#components/i18n/message-text.ts';
import { formatSamplesFile, readSamples } from '#core/drafts/samples-file';
import { LOCAL_REGISTRY } from '#core/identity/environment';
import { exportEnvironments, importEnvironments } from '#core/identity/environment-file';
import { redactSecrets } from '#core/rules/checks';
import { createPlaySession } from '#core/scenarios/play-session';
import { parseScenarioFile, scenarioText } from '#core/scenarios/scenario-file';
import { observedOf } from '#core/stream/judged-record';
import type { MessageText } from '#core/util/message';
import type { Result } from '#core/util/result';
import { anyRecords, exportToText, type FileReadResult, readFileContent, writingOf } from '#tests/fixtures/exchange';
import { harWithBodies } from '#tests/fixtures/hostile-inputs';
import { batchText, logEvent } from '#tests/fixtures/watched-page';
import { shareRuns } from './fuzz-runs';
import { hostileJson, jsonObjectOf } from './hostile-json';

const numRuns = shareRuns(4);

const MAX_MESSAGE_LENGTH = 1_000;
const json = hostileJson([
  'eid',
  'mid',
  'edata',
  'events',
  'records',
  'log',
  'entries',
  'method',
  'args',
  'steps',
  'name',
]);
const fragment = fc.oneof(
  fc.constantFrom(
    ...['{', '}', '[', ']', ',', ':', '"', '\\', '\n', ' ', 'null', '1e999', '-', '[]', '{}', '""', '\ufeff'],
  ),
  fc.constantFrom(...['"__proto__":', '"records":[', '"entries":[', '\\ud800', '"eid":"LOG"', '"row":', '"version":1']),
  fc.string({ unit: 'binary', maxLength: 3 }),
  json.map((value) => JSON.stringify(value)),
);
const edits = fc.array(fc.tuple(fc.double({ min: 0, max: 1, noNaN: true }), fc.nat(8), fragment), { maxLength: 3 });

/** Inserts text at positions of a text, and removes characters there. */
function edit(text: string, changes: readonly (readonly [number, number, string])[]): string {
  return changes.reduce((before, [share, removed, inserted]) => {
    const at = Math.floor(share * before.length);
    return before.slice(0, at) + inserted + before.slice(at + removed);
  }, text);
}

function expectShortText(text: string): void {
  expect(text).toMatch(/\S/);
  expect(text.length).toBeLessThan(MAX_MESSAGE_LENGTH);
}

function expectShortMessage({ result }: FileReadResult): void {
  if (result.ok || result.failure.reason === 'cancelled') return;
  expectShortText(messageText(result.failure.message));
}

/** Expects that a capture of the read records is read with the same records. */
async function expectRoundTrip({ result, records }: FileReadResult): Promise<void> {
  if (!result.ok || records.length === 0) return;
  const reread = await readFileContent(exportToText('capture', writingOf(records)), { chunk: 65_536 });
  expect(reread.result).toEqual({ ok: true, value: { source: 'records', events: records.length, warnings: [] } });
  expect(JSON.parse(JSON.stringify(reread.records))).toEqual(JSON.parse(JSON.stringify(records)));
}

const chunk = fc.integer({ min: 1, max: 3_000 });
const records = anyRecords.filter(({ length }) => length < 4);

test('reading returns a capture as it was written, and reads a damaged capture or rejects it with a message', async () => {
  const property = fc.asyncProperty(records, edits, chunk, async (generated, changes, size) => {
    const written = generated.map(observedOf).map(redactSecrets);
    const read = await readFileContent(edit(exportToText('capture', writingOf(written)), changes), { chunk: size });
    if (changes.length === 0 && generated.length > 0) expect(read.records.map(observedOf)).toEqual(written);
    expectShortMessage(read);
    await expectRoundTrip(read);
  });
  await fc.assert(property, { numRuns });
});

const event = fc.oneof(
  fc.tuple(fc.constantFrom('m', 'n'), json).map(([mid, edata]) => logEvent(mid, edata)),
  fc.tuple(json, json).map(([mid, ets]) =>
    jsonObjectOf([
      ['eid', 'LOG'],
      ['mid', mid],
      ['ets', ets],
    ]),
  ),
  json,
);
const call = fc.tuple(fc.constantFrom('log', 'start', ''), fc.array(json, { maxLength: 2 }));
const line = fc.oneof(
  event.map((value) => JSON.stringify(value)),
  call.map(([method, args]) => JSON.stringify({ method, args })),
  fc.array(event, { maxLength: 2 }).map(batchText),
);

test('reading accepts lines and lists of events, calls and batches, or rejects them with a message', async () => {
  const property = fc.asyncProperty(
    fc.array(line, { maxLength: 4 }),
    fc.boolean(),
    edits,
    chunk,
    async (lines, isList, changes, size) => {
      const text = isList ? `[${lines.join(',\n')}]` : lines.join('\n');
      const read = await readFileContent(edit(text, changes), { chunk: size });
      expectShortMessage(read);
      await expectRoundTrip(read);
    },
  );
  await fc.assert(property, { numRuns });
});

const body = fc.oneof(
  fc.array(event, { maxLength: 3 }).map(batchText),
  json.map((value) => JSON.stringify(value)),
  fragment,
);

test('reading accepts a HAR file, or rejects it with a message', async () => {
  const property = fc.asyncProperty(fc.array(body, { maxLength: 3 }), edits, chunk, async (bodies, changes, size) => {
    const read = await readFileContent(edit(harWithBodies(...bodies), changes), { chunk: size });
    expectShortMessage(read);
    await expectRoundTrip(read);
  });
  await fc.assert(property, { numRuns });
});

/**
 * Readers of files that are read as a whole, each with a valid file.
 * Each reader also checks that its value can be written, and read again.
 */
const READERS: readonly (readonly [string, (text: string) => Result<unknown, MessageText>])[] = [
  [
    scenarioText(createPlaySession('Play')),
    (text) => expectReread(parseScenarioFile(text), (value) => parseScenarioFile(JSON.stringify(value))),
  ],
  [
    formatSamplesFile([{ id: '1', name: 'a', tags: ['b'], kind: 'log', draft: { data: { type: 'x' } } }]),
    (text) =>
      expectReread(readSamples(text), (value) =>
        readSamples(formatSamplesFile(value.map((one) => ({ ...one, id: '1' })))),
      ),
  ],
  [
    exportEnvironments([LOCAL_REGISTRY]),
    (text) =>
      expectReread(importEnvironments(text), ({ drafts }) =>
        importEnvironments(exportEnvironments(drafts.map((one) => ({ ...one, id: '1' })))),
      ),
  ],
];

function expectReread<Value>(
  read: Result<Value, MessageText>,
  reread: (value: Value) => Result<unknown, MessageText>,
): Result<unknown, MessageText> {
  if (read.ok) expect(reread(read.value).ok).toBe(true);
  return read;
}

test('reading returns scenarios, samples and environments that can be rewritten, or rejects them with a message', () => {
  const file = fc.constantFrom(...READERS);
  fc.assert(
    fc.property(file, edits, fc.option(json, { freq: 5, nil: undefined }), ([good, read], changes, other) => {
      const result = read(other === undefined ? edit(good, changes) : JSON.stringify(other));
      if (changes.length === 0 && other === undefined) expect(result.ok).toBe(true);
      if (result.ok) return;
      expectShortText(messageText(result.failure));
    }),
    { numRuns },
  );
});
