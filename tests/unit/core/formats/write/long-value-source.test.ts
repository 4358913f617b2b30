import { expect, it } from 'vitest';
import { type ExportFormat, exportFormats, exportFormatsById } from '#core/formats/formats';
import { joinPieces } from '#core/formats/join-pieces';
import { createLongValueSource } from '#core/formats/write/long-value-source';
import { longValuesOf } from '#core/journey/values/long-values';
import { truncateRecord } from '#core/journey/values/truncate-record';
import type { JudgedRecord } from '#core/stream/judged-record';
import { withValues } from '#core/stream/no-judge';
import { exportToText, writingOf } from '#tests/fixtures/exchange';
import { callOf, eventOf, recordOf, requestOf } from '#tests/fixtures/records';

const recordWith = (row: number): JudgedRecord => {
  const edata = { message: `${'x'.repeat(100_000)} end of ${row}` };
  return recordOf(row, {
    kind: 'log',
    call: callOf({ method: 'log', args: [edata] }),
    event: eventOf({ json: { eid: 'LOG', mid: `m${row}`, edata } }),
    requests: [requestOf({ id: 'batch', batchSize: 3, indexInBatch: row - 1 })],
  });
};
const wholeRecords = [1, 2, 3].map(recordWith);
const truncatedRecords = wholeRecords.map((record) => withValues(record, truncateRecord(record.observed, 'stored')));

/** Exports records whose long values are in the capture store. */
async function exportStored(format: ExportFormat, isReadable: boolean) {
  const longValues = createLongValueSource(async (row) => {
    const record = wholeRecords.find((candidate) => candidate.row === row);
    return record && isReadable ? longValuesOf(record) : null;
  });
  const pieces = exportFormatsById[format].write(writingOf(truncatedRecords, { longValues }));
  const parts = await joinPieces(pieces, {
    toPart: (text) => text,
    longValues,
    clock: () => 0,
    yieldTask: async () => {},
    signal: new AbortController().signal,
    onProgress: () => {},
  });
  return parts?.join('') ?? '';
}

it.each(exportFormats.map(({ id }) => id))(
  'an export with values in the capture store equals an export with all values in memory: %s',
  async (format) => {
    expect(await exportStored(format, true)).toBe(exportToText(format, writingOf(wholeRecords)));
  },
);

it('an export marks values as truncated if the capture store cannot return them', async () => {
  const capture = await exportStored('capture', false);
  expect(capture).toContain('"longValues":"truncated"');
  expect(capture).toContain('"reason":"memory-limit"');
  expect(capture).not.toContain('end of 1');
});
