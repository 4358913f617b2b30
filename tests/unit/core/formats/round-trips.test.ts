import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import Ajv2020 from 'ajv/dist/2020';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { captureJsonSchema } from '#core/formats/capture/capture-json-schema';
import type { TelemetryRecord } from '#core/journey/record';
import { redactSecrets } from '#core/rules/checks';
import { createDefaultJudge } from '#core/stream/default-judge';
import type { JudgedRecord } from '#core/stream/judged-record';
import { observedOf, toPlainRecord } from '#core/stream/judged-record';
import { createJudgedRows } from '#core/stream/judged-rows';
import { secretGuard } from '#core/stream/secret-guard';
import { createCapture } from '#panel/capture/capture';
import {
  anyEvent,
  anyRecords,
  createTestRedactor,
  exportToText,
  readFileContent,
  writingOf,
} from '#tests/fixtures/exchange';
import { callOf, eventOf, recordOf, requestOf } from '#tests/fixtures/records';
import { sortKeys } from '#tests/fixtures/sorting-store';

const SCHEMA_FILE = 'lib/core/formats/capture/telemetry-v3-capture-1.schema.json';

const navigation = { at: 900, url: 'http://localhost:4173/home', afterRow: 1, lostBefore: 2 };
const frame = {
  frameId: 0,
  url: 'http://localhost:4173/lesson',
  documentId: 'd',
  title: 'Lesson',
  sdks: [{ global: '$t', generation: '2.x' } as const],
  missedReports: 3,
};
const recordWithSecrets = recordOf(1, {
  headline: 'ann@example.org',
  event: eventOf({ json: { eid: 'LOG', mid: 'm', edata: { message: 'call +91 98765 43210', pageid: 'a@b.org' } } }),
  requests: [requestOf({ responseText: '{"sent":"to ann@example.org"}', bodyFields: { id: 'x', events: [] } })],
});

describe('capture files', () => {
  const roundTrip = async (records: readonly (TelemetryRecord | JudgedRecord)[], overrides = {}) => {
    const head = { navigations: [navigation], frames: [frame], ...overrides };
    const file = exportToText('capture', writingOf(records, head));
    const read = await readFileContent(file, { chunk: 777 });
    return {
      file,
      read,
      again: exportToText('capture', writingOf(read.records, { ...read, ...overrides, records: read.records })),
    };
  };

  it('a capture file with any records is identical after it is read and written again', async () => {
    const property = fc.asyncProperty(anyRecords, async (judged) => {
      fc.pre(judged.length > 0);
      const records = judged.map(observedOf).map(redactSecrets);
      const { file, read, again } = await roundTrip(records);
      expect(read.result).toEqual({ ok: true, value: { source: 'records', events: records.length, warnings: [] } });
      expect(again).toBe(file);
      expect(read.records.map(observedOf)).toEqual(records);
    });
    await fc.assert(property, { numRuns: 60 });
  });

  it('a capture file preserves the call stack of a call', async () => {
    const stackFrame = { name: 'pressPlay', url: 'http://localhost/a.js?page=1', line: 3, column: 5 };
    const { records } = await readFileContent(
      exportToText('capture', writingOf([recordOf(1, { call: callOf({ stack: [stackFrame] }) })])),
    );
    expect(records[0]?.call?.stack).toEqual([stackFrame]);
  });

  it('a capture file redacts secrets in the URLs of a call stack', async () => {
    const url = 'http://localhost/a.js?token=0123456789abcdef0123456789abcdef&mail=ann@example.org';
    const stackFrame = { name: 'pressPlay', url, line: 3, column: 5 };
    const { records } = await readFileContent(
      exportToText('capture', writingOf([recordOf(1, { call: callOf({ stack: [stackFrame] }) })])),
    );
    expect(records[0]?.call?.stack?.[0]?.url).toBe('http://localhost/a.js?token=•••&mail=ann@example.org');
    const redacted = exportToText(
      'capture',
      writingOf([recordOf(1, { call: callOf({ stack: [stackFrame] }) })], createTestRedactor()),
    );
    expect(redacted).toContain('http://localhost/a.js?');
    expect(redacted).not.toContain('0123456789abcdef');
    expect(redacted).not.toContain('ann@example.org');
  });

  it('a capture file contains the user action before a call, with secrets redacted', async () => {
    const action = {
      type: 'click',
      at: 990,
      tag: 'a',
      text: 'Write to ann@example.org, token=0123456789abcdef0123456789abcdef',
      selector: 'a#ann@example.org',
    } as const;
    const record = recordOf(1, { call: callOf({ action }) });
    const { records } = await readFileContent(exportToText('capture', writingOf([record])));
    expect(records[0]?.call?.action).toEqual(redactSecrets(action));
    for (const format of ['capture', 'csv'] as const) {
      const redacted = exportToText(format, writingOf([record], createTestRedactor()));
      expect(redacted).toContain('Write to ');
      expect(redacted).not.toContain('0123456789abcdef');
      expect(redacted).not.toContain('ann@example.org');
    }
  });

  it('events after a capture in the same file have the next row numbers', async () => {
    const event = JSON.stringify({ eid: 'LOG', mid: 'LOG:behind', edata: {} });
    const file = exportToText('capture', writingOf([recordOf(2)]));
    const read = await readFileContent(`${file}\n${event}\n${event.replace('behind', 'last')}`, { chunk: 777 });
    expect(read.records.map(({ row }) => row)).toEqual([2, 3, 4]);
    const again = await readFileContent(exportToText('capture', writingOf(read.records)), { chunk: 777 });
    expect(again.result).toEqual({ ok: true, value: { source: 'records', events: 3, warnings: [] } });
  });

  it('a redacted capture file is identical after it is read and written again', async () => {
    const { file, again, read } = await roundTrip([recordWithSecrets], createTestRedactor());
    expect(again).toBe(file);
    expect(read.navigations).toEqual([navigation]);
    expect(read.frames).toEqual([frame]);
    for (const secret of ['ann@', '98765', 'a@b.org']) expect(file).not.toContain(secret);
    expect(file).toContain('email-1@redacted.invalid');
  });

  it('a capture file is readable after another tool has sorted its keys and reformatted it', async () => {
    const file = exportToText('capture', writingOf([recordWithSecrets, recordOf(7)], { navigations: [navigation] }));
    const sorted = JSON.stringify(sortKeys(JSON.parse(file)), null, 4);
    expect((await readFileContent(sorted)).records.map(observedOf)).toEqual(
      [recordWithSecrets, recordOf(7)].map(observedOf),
    );
  });

  it('a capture file matches its documented JSON Schema', async () => {
    const schemaText = readFileSync(SCHEMA_FILE, 'utf8');
    expect(schemaText).toBe(captureJsonSchema());
    const validate = new Ajv2020({ strict: false }).compile(JSON.parse(schemaText));
    const capture = JSON.parse(
      exportToText(
        'capture',
        writingOf([recordWithSecrets, recordOf(2)], { navigations: [navigation], frames: [frame] }),
      ),
    );
    expect(validate(capture), JSON.stringify(validate.errors)).toBe(true);
    expect(validate({ ...capture, version: 3 })).toBe(false);
  });
});

it('NDJSON is identical after it is read and written again', async () => {
  const property = fc.asyncProperty(fc.array(anyEvent, { minLength: 1 }), async (events) => {
    const records = events.map((json, index) =>
      redactSecrets(recordOf(index + 1, { call: null, event: eventOf({ json }) })),
    );
    const file = exportToText('ndjson', writingOf(records));
    const read = await readFileContent(file);
    expect(exportToText('ndjson', writingOf(read.records))).toBe(file);
  });
  await fc.assert(property, { numRuns: 60 });
});

it('NDJSON has an event as it was sent last, if it differs from the emitted event', () => {
  const sent = { eid: 'LOG', edata: { message: 'as sent' } };
  const event = eventOf({ json: { eid: 'LOG', edata: { message: 'as emitted' } } });
  const record = recordOf(1, { event, requests: [requestOf({ carriedEvent: sent })] });
  const file = exportToText('ndjson', writingOf([record]));
  expect(JSON.parse(file)).toEqual(sent);
});

it('a call without an event is exported and read as a call', async () => {
  const lost = recordOf(1, { event: null, call: callOf({ method: 'interact', args: [{ id: 'next' }] }) });
  const file = exportToText('ndjson', writingOf([lost, recordOf(2)]));
  expect(file.split('\n')[0]).toBe('{"method":"interact","args":[{"id":"next"}]}');
  const read = await readFileContent(file);
  expect(read.records.map(({ call, event }) => [call !== null, event !== null])).toEqual([
    [true, false],
    [false, true],
  ]);
  expect(exportToText('ndjson', writingOf(read.records))).toBe(file);
});

it('reading CSV results in the event of each row, or in its call if the row has no event', async () => {
  const logCall = (row: number) =>
    callOf({ id: `${row}`, method: 'log', args: [{ eid: 'LOG', message: 'next, "last"' }] });
  const records = [
    recordOf(1, { call: logCall(1), event: eventOf({ json: { eid: 'LOG', mid: 'm', edata: {} } }) }),
    recordOf(2, { call: logCall(2), event: null, headline: 'next, "last"' }),
  ];
  const read = await readFileContent(exportToText('csv', writingOf(records)));
  expect(read.records.map(({ call, event }) => event?.json ?? call?.args)).toEqual([
    records[0]?.event?.json,
    records[1]?.call?.args,
  ]);
});

it('reading CSV results in one event per row, even if the headline and findings show the JSON of another event', async () => {
  const other = JSON.stringify({ eid: 'LOG', mid: 'other', edata: { message: 'x' } });
  const messages = [other, `${other.slice(0, 20)}…`, `failed: ${other}`];
  const records = messages.map((headline, index) => {
    const json = { eid: 'LOG', mid: `${index}`, edata: { type: other, level: headline, message: headline } };
    return recordOf(index + 1, { headline, event: eventOf({ json }) });
  });
  const csv = exportToText('csv', writingOf(records));
  for (const text of [csv, csv.replace(/^.*/, (head) => head.replaceAll(/\w+/g, '"$&"'))]) {
    const { result, records: read } = await readFileContent(text);
    expect(result).toMatchObject({ value: { warnings: [{ params: { n: 1, line: '1' } }] } });
    expect(read.map(({ event }) => event?.json)).toEqual(records.map(({ event }) => event?.json));
  }
});

it('NDJSON of real events results in one row per line, each with a verdict', async () => {
  const lines = readFileSync(join(import.meta.dirname, '../../../fixtures/telemetry/calls.ndjson'), 'utf8').trim();
  const read = await readFileContent(lines);
  expect(read.records).toHaveLength(lines.split('\n').length);
  expect(new Set(read.records.map(({ verdict }) => verdict))).toEqual(new Set(['valid', 'invalid', 'unknown']));
});

const batch = (...mids: readonly string[]) =>
  JSON.stringify({
    id: 'api.sunbird.telemetry',
    ver: '3.0',
    params: { msgid: 'm' },
    events: mids.map((mid) => ({
      eid: 'LOG',
      mid,
      ets: 1,
      ver: '3.0',
      edata: { type: 'a', level: 'INFO', message: mid },
    })),
    ets: 5,
  });

const entry = (body: string, overrides = {}) => ({
  startedDateTime: '2026-11-21T10:15:00.000Z',
  time: 38,
  request: {
    method: 'POST',
    url: 'https://collect.example.org/v1/telemetry?a=b',
    httpVersion: 'http/2.0',
    cookies: [],
    headers: [{ name: 'Authorization', value: 'Bearer geheim' }],
    queryString: [],
    postData: { mimeType: 'application/json', text: body },
    headersSize: -1,
    bodySize: body.length,
  },
  response: { status: 200, statusText: 'OK', content: { size: 2, mimeType: 'application/json', text: '{}' } },
  cache: {},
  timings: { send: 0, wait: 38, receive: 0 },
  ...overrides,
});

describe('HAR files', () => {
  const entries = [
    entry(batch('one', 'two')),
    entry('no telemetry'),
    entry(batch('one')),
    entry(batch('three', 'three', 'four'), { response: { status: 0, content: { size: 0, mimeType: 'x-unknown' } } }),
  ];
  const har = JSON.stringify({ log: { version: '1.2', creator: { name: 'x', version: '1' }, pages: [], entries } });

  /** Captures the same requests like a live panel. Returns its rows. */
  async function captureLive(): Promise<readonly JudgedRecord[]> {
    const rows = createJudgedRows(createDefaultJudge());
    const capture = createCapture({
      guard: secretGuard,
      sink: {
        records: (changed) => rows.put(changed.map(redactSecrets)),
        addNavigation: () => {},
        frames: () => {},
      },
      now: () => 0,
      openedAt: 0,
      newId: () => 'panel',
      setTimer: () => () => {},
      readNetworkLog: async () => [],
    });
    for (const harEntry of entries) {
      const content = harEntry.response.content as { readonly text?: string };
      await capture.requestFinished({ entry: harEntry, readResponse: async () => content.text ?? null });
    }
    return rows.all();
  }
  const withoutIds = (records: readonly JudgedRecord[]) =>
    records.map((record) => {
      const plain = toPlainRecord(record);
      return { ...plain, requests: plain.requests.map((request) => ({ ...request, id: '' })) };
    });

  it('reading a HAR file results in the same rows as a live capture', async () => {
    const read = await readFileContent(har);
    expect(read.result).toEqual({ ok: true, value: { source: 'requests', events: 4, warnings: [] } });
    expect(withoutIds(read.records)).toEqual(withoutIds(await captureLive()));
  });

  it('a HAR file is read, written and read again with the same records and batches', async () => {
    const { records } = await readFileContent(har);
    const file = exportToText('har', writingOf(records, { navigations: [navigation] }));
    const bodies = JSON.parse(file).log.entries.map((one: ReturnType<typeof entry>) => one.request.postData.text);
    expect(bodies).toEqual([batch('one', 'two'), batch('one'), batch('three', 'three', 'four')]);
    const again = await readFileContent(file, { chunk: 100 });
    expect(again.records).toEqual(records);
    expect(again.navigations).toEqual([{ at: navigation.at, url: navigation.url, afterRow: 0 }]);
  });

  it('a HAR file merged from two exports is read and written with the requests of both', async () => {
    const bodies = [batch('one'), batch('two')];
    const files = await Promise.all(
      bodies.map(async (body) => {
        const { records } = await readFileContent(JSON.stringify({ log: { entries: [entry(body)] } }));
        return JSON.parse(exportToText('har', writingOf(records)));
      }),
    );
    const merged = JSON.stringify({ log: { entries: files.flatMap(({ log }) => log.entries) } });
    const written = JSON.parse(exportToText('har', writingOf((await readFileContent(merged)).records)));
    expect(written.log.entries.map((one: ReturnType<typeof entry>) => one.request.postData.text)).toEqual(bodies);
  });

  it('a HAR file with base64 bodies is read, too', async () => {
    const emptyEntry = entry('');
    const postData = { mimeType: 'application/json', text: btoa(batch('one')), encoding: 'base64' };
    const file = JSON.stringify({
      log: { entries: [{ ...emptyEntry, request: { ...emptyEntry.request, postData } }] },
    });
    expect((await readFileContent(file)).records.map(({ name }) => name)).toEqual(['LOG']);
  });
});
