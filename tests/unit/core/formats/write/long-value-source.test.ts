import { expect, it } from 'vitest';
import { type ExportFormat, exportFormats, exportFormatsById } from '#core/formats/formats';
import { collectEvents } from '#core/formats/selected-events';
import { createLongValueSource } from '#core/formats/write/long-value-source';
import { longValuesOf } from '#core/journey/values/long-values';
import { truncateRecord } from '#core/journey/values/truncate-record';
import type { JudgedRecord } from '#core/stream/judged-record';
import { withValues } from '#core/stream/no-judge';
import { fileOf, writingOf } from '#tests/fixtures/exchange';
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
const whole = [1, 2, 3].map(recordWith);
const stored = whole.map((record) => withValues(record, truncateRecord(record.observed, 'stored')));

async function exported(format: ExportFormat, isReadable: boolean) {
  const longValues = createLongValueSource(async (row) => {
    const record = whole.find((one) => one.row === row);
    return record && isReadable ? longValuesOf(record) : null;
  });
  const pieces = exportFormatsById[format].write(writingOf(stored, { longValues }));
  const shares: number[] = [];
  const parts = await collectEvents(pieces, {
    toPart: (text) => text,
    longValues,
    clock: () => 0,
    yieldTask: async () => {},
    signal: new AbortController().signal,
    onProgress: (share) => void shares.push(share),
  });
  return parts?.join('') ?? '';
}

it.each(exportFormats.map(({ id }) => id))(
  'an export with values in the capture store equals an export with all values in memory: %s',
  async (format) => {
    expect(await exported(format, true)).toBe(fileOf(format, writingOf(whole)));
  },
);

it('an export marks values as truncated if the capture store cannot return them', async () => {
  const session = await exported('capture', false);
  expect(session).toContain('"longValues":"truncated"');
  expect(session).toContain('"reason":"memory-limit"');
  expect(session).not.toContain('end of 1');
});
