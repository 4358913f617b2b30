import { runInNewContext } from 'node:vm';
import fc from 'fast-check';
import papaparse from 'papaparse';
import { expect, test } from 'vitest';
import { csvColumns } from '#core/formats/write/write-csv';
import type { TelemetryRecord } from '#core/journey/record';
import { isJsonArray, type Json } from '#core/json/json';
import { quoteShellWord } from '#core/quoting/curl-command';
import { formatJavaScriptLiteral } from '#core/quoting/javascript-literal';
import { eventKinds } from '#core/telemetry/kinds';
import { SDK_GLOBALS } from '#core/telemetry/sdk-globals';
import { createTestRedactor, exportToText, writingOf } from '#tests/fixtures/exchange';
import { hostileText } from '#tests/fixtures/hostile-text';
import { callOf, eventOf, recordOf, requestOf } from '#tests/fixtures/records';
import { fuzzRuns } from './fuzz-runs';
import { hostileJson, jsonObjectOf } from './hostile-json';

const json = hostileJson(['eid', 'mid', 'ets', 'edata', 'token', 'phone', 'value', 'name', 'toString', 'toJSON']);
const event = fc
  .tuple(fc.constantFrom('LOG', 'log', '', 7), json, json)
  .map(([eid, mid, edata]) => jsonObjectOf(Object.entries({ eid, mid, edata })));
const args = fc.array(json, { maxLength: 3 });
const text = fc.oneof(hostileText, fc.constantFrom('POST', '$t', 'log', 'https://x.org/'));

const record: fc.Arbitrary<TelemetryRecord> = fc
  .tuple(fc.constantFrom(null, ...eventKinds), text, text, text, event, args, fc.nat({ max: 7 }))
  .map(([kind, name, url, global, body, called, shape]) =>
    recordOf(1, {
      kind,
      name,
      headline: name,
      frame: { frameId: 0, url },
      sdk: shape === 0 ? null : { global, generation: 'unknown' },
      call: shape % 2 === 0 ? callOf({ method: name, args: called }) : null,
      event: shape === 1 ? null : eventOf({ json: body }),
      requests: shape > 3 ? [requestOf({ url, method: name, responseText: url, batchSize: 1, indexInBatch: 0 })] : [],
    }),
  );
const writing = fc
  .tuple(fc.array(record, { minLength: 1, maxLength: 2 }), fc.boolean())
  .map(([records, isRedacted]) => writingOf(records, isRedacted ? createTestRedactor() : {}));

/** Control characters, which no exported text may contain, because a terminal would handle them as keys. */
const CONTROL = /(?![\t\r\n])\p{Cc}/u;

test('the JSON formats are valid JSON without control characters, and NDJSON preserves the values', () => {
  fc.assert(
    fc.property(writing, (written) => {
      for (const format of ['capture', 'har'] as const) {
        const file = exportToText(format, written);
        expect(file).not.toMatch(CONTROL);
        JSON.parse(file);
      }
      const lines = exportToText('ndjson', written).trimEnd().split('\n');
      expect(lines.join('')).not.toMatch(CONTROL);
      const items = written.records.map(
        ({ event: recordEvent, call, name }) => recordEvent?.json ?? { method: name, args: call?.args ?? [] },
      );
      expect(lines.map((line) => JSON.parse(line))).toEqual(JSON.parse(JSON.stringify(items.map(written.redact))));
    }),
    { numRuns: fuzzRuns },
  );
});

/** Whether a spreadsheet would evaluate a part of the cell. Numbers in the columns `mid` and `ets` are exempt. */
function isEvaluated(cell: string, column: number): boolean {
  const mayBeNumber = csvColumns[column] === 'mid' || csvColumns[column] === 'ets';
  if (mayBeNumber && Number.isFinite(Number(cell))) return false;
  return cell.split(/[;\t\r\n]/).some((part) => /^[\s"]*[=+\-@＝＋－＠]/.test(part));
}

test('a CSV export has one row per record, and no cell that a spreadsheet evaluates', () => {
  fc.assert(
    fc.property(writing, (written) => {
      const [, ...rows] = papaparse.parse<readonly string[]>(exportToText('csv', written).trimEnd()).data;
      expect(rows).toHaveLength(written.records.length);
      for (const row of rows) {
        expect(row).toHaveLength(csvColumns.length);
        expect(row.filter((cell, column) => CONTROL.test(cell) || isEvaluated(cell, column))).toEqual([]);
      }
    }),
    { numRuns: fuzzRuns },
  );
});

test('a script of SDK calls only calls an SDK, with the same arguments', () => {
  fc.assert(
    fc.property(writing, (written) => {
      const script = exportToText('sdk', written);
      expect(script.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\u2028\u2029]/u);
      const receivedCalls: Json[] = [];
      const sdk = Object.fromEntries(
        eventKinds.map((kind) => [kind, (...callArgs: Json[]) => void receivedCalls.push(callArgs)]),
      );
      runInNewContext(script, Object.fromEntries(SDK_GLOBALS.map((name) => [name, sdk])));
      if (written.isRedacted) return;
      const calls = written.records.filter(
        (one) => one.call && (one.kind || eventKinds.some((kind) => kind === one.name)),
      );
      const expected = calls.filter(({ sdk: used }) => SDK_GLOBALS.some((name) => name === (used?.global ?? '$t')));
      const withCall = receivedCalls.filter((callArgs) => expected.some(({ call }) => isSame(callArgs, call?.args)));
      expect(withCall.length).toBeGreaterThanOrEqual(expected.length);
    }),
    { numRuns: fuzzRuns },
  );
});

test('a script of curl commands contains data of a page only within quotes', () => {
  fc.assert(
    fc.property(writing, (written) => {
      const script = exportToText('curl', written);
      expect(script.replaceAll('\n', '')).not.toMatch(/\p{Cc}/u);
      for (const line of script.split('\n')) expect(line.replace(QUOTED, "''")).toMatch(COMMAND_LINE);
    }),
    { numRuns: fuzzRuns },
  );
});

/** Quoted text in a shell: between two single quotes, or an escaped quote. */
const QUOTED = /'[^']*'|\\'/g;
const COMMAND_LINE =
  /^(?:curl --globoff --proto '' \\| {2}--(?:url|request|header|data-raw) (?:'')+(?: \\)?|# [\w .,:/-]*|#!\/bin\/sh|# Headers are not recorded[^\n]*|)$/;

test('a quoted text is one shell word, and a formatted value is one JavaScript literal', () => {
  fc.assert(
    fc.property(hostileText, json, (word, value) => {
      expect(quoteShellWord(word).replace(QUOTED, "''")).toMatch(/^'*(?:'"\$\(printf ''\)"'|')*$/);
      expect(isSame(runInNewContext(`(${formatJavaScriptLiteral(value)})`), value)).toBe(true);
    }),
    { numRuns: fuzzRuns },
  );
});

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other) && isJsonArray(one) === isJsonArray(other);
}
