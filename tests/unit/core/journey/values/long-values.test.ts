import { describe, expect, it } from 'vitest';
import type { TelemetryRecord } from '#core/journey/record';
import { estimateRecordBytes, hasLongValues, longValuesOf, restoreLongValues } from '#core/journey/values/long-values';
import { readLongValues } from '#core/journey/values/stored-long-values';
import { truncateEvent, truncateRecord } from '#core/journey/values/truncate-record';
import type { Json } from '#core/json/json';
import { callOf, eventOf, recordOf, requestOf } from '#tests/fixtures/records';

const long = (letter: string, length = 65_536) => letter.repeat(length);
const dataOf = (letter: string) =>
  Object.fromEntries(Array.from({ length: 24 }, (_, index) => [`text${index}`, long(letter)]));
const eventWith = (edata: Json) => ({ eid: 'INTERACT', mid: 'm', ets: 1, ver: '3.0', context: { sid: 's' }, edata });

function longRecord(): TelemetryRecord {
  const edata = dataOf('a');
  return recordOf(1, {
    call: callOf({ method: 'interact', args: [edata] }),
    event: eventOf({ json: eventWith(edata) }),
    changes: [{ type: 'dropped', path: ['edata', 'gone'], called: long('c') }],
    requests: [requestOf({ id: 'r', carriedEvent: eventWith(dataOf('b')) })],
  }).observed;
}

describe('the long values of a record', () => {
  it('an ordinary record has no long values', () => {
    expect(hasLongValues(recordOf(1))).toBe(false);
  });

  it('a response counts in proportion to its batch, and is truncated and restored like other values', () => {
    const response = `{"message":"${long('r', 60_000)}"}`;
    const alone = recordOf(1, { requests: [requestOf({ id: 'r', batchSize: 1, responseText: response })] }).observed;
    expect(hasLongValues(alone)).toBe(true);
    expect(hasLongValues(recordOf(1, { requests: [requestOf({ batchSize: 20, responseText: response })] }))).toBe(
      false,
    );
    const truncated = truncateRecord(alone, 'stored');
    expect(JSON.stringify(truncated).length).toBeLessThan(5_000);
    const values = readLongValues(JSON.parse(JSON.stringify(longValuesOf(alone))));
    expect(values && restoreLongValues(truncated, values)).toEqual(alone);
  });

  it('hasLongValues stops measuring requests once the row is known to be long', () => {
    let reads = 0;
    const carriedEvent = {
      get edata() {
        reads += 1;
        return long('b', 20_000);
      },
    };
    const requests = Array.from({ length: 1_000 }, (_, index) => requestOf({ id: `r${index}`, carriedEvent }));
    expect(hasLongValues({ ...recordOf(1).observed, requests })).toBe(true);
    expect(reads).toBe(1);
  });

  it('a short event is measured once, although its row changes with each step of its journey', () => {
    let reads = 0;
    const json = {
      get edata() {
        reads += 1;
        return 'short';
      },
    };
    const row = recordOf(1, { event: eventOf({ json }) }).observed;
    expect(hasLongValues(row)).toBe(false);
    expect(hasLongValues({ ...row, requests: [requestOf({ responseText: '{}' })] })).toBe(false);
    expect(estimateRecordBytes(row)).toBeLessThan(1_000);
    expect(reads).toBe(1);
  });

  it('a short call is measured once, although each outcome is a new call with the same arguments', () => {
    let reads = 0;
    const args = [
      {
        get text() {
          reads += 1;
          return 'short';
        },
      },
    ];
    const row = recordOf(1, { call: callOf({ args }) }).observed;
    for (const event of [null, row.event]) {
      reads = 0;
      expect(hasLongValues({ ...row, event })).toBe(false);
      expect(hasLongValues({ ...row, event, call: callOf({ args, outcome: { status: 'returned', at: 2 } }) })).toBe(
        false,
      );
      expect(reads).toBe(1);
    }
  });

  it('a long call that is reported after its short event counts', () => {
    const row = recordOf(1, { event: eventOf({ json: eventWith({ id: 'a' }) }) }).observed;
    expect(hasLongValues(row)).toBe(false);
    expect(hasLongValues({ ...row, call: callOf({ args: [dataOf('a')] }) })).toBe(true);
  });

  it('many short values are long values if their sum is long', () => {
    const args = [Object.fromEntries(Array.from({ length: 100 }, (_, index) => [`t${index}`, long('a', 200)]))];
    expect(hasLongValues(recordOf(1, { call: callOf({ args }) }))).toBe(true);
  });

  it('estimateRecordBytes counts shared values once, and texts beyond Latin-1 with twice the size', () => {
    const record = longRecord();
    const edata = record.call?.args[0] ?? null;
    const alone = recordOf(1, { call: callOf({ args: [edata] }), event: null, requests: [] });
    const shared = recordOf(1, {
      call: callOf({ args: [edata] }),
      event: eventOf({ json: eventWith(edata) }),
      requests: [],
    });
    expect(estimateRecordBytes(alone)).toBeGreaterThan(1_500_000);
    expect(estimateRecordBytes(shared) - estimateRecordBytes(alone)).toBeLessThan(2_000);
    const hindi = recordOf(1, { call: callOf({ args: [dataOf('क')] }), event: null, requests: [] });
    expect(estimateRecordBytes(hindi)).toBeGreaterThan(1.9 * estimateRecordBytes(alone));
  });

  it('a truncated record has the same row, a small size, and a truncation for each truncated value', () => {
    const record = longRecord();
    const short = truncateRecord(record, 'stored');
    expect(short).toMatchObject({ row: 1, name: record.name, longValues: 'stored' });
    expect(JSON.stringify(short).length).toBeLessThan(60_000);
    expect(short.event?.truncations).toHaveLength(24);
    expect(short.event?.truncations[0]).toEqual({ path: ['edata', 'text0'], reason: 'memory-limit' });
    expect(short.call?.truncations[0]).toEqual({ path: [0, 'text0'], reason: 'memory-limit' });
    expect(hasLongValues(short)).toBe(false);
  });

  it.each<[string, Json]>([
    ['20,000 items', Array.from({ length: 20_000 }, (_, index) => index)],
    ['20,000 fields', Object.fromEntries(Array.from({ length: 20_000 }, (_, index) => [`field${index}`, index]))],
    ['a long field name', { [long('n')]: 1 }],
    ['nested lists', [[[[long('x')]]], Array.from({ length: 300 }, () => [long('y', 1_000)])]],
  ])('the truncated record of an event with %s is small', (_, edata) => {
    const record = recordOf(1, { event: eventOf({ json: eventWith(edata) }), call: null }).observed;
    expect(JSON.stringify(truncateRecord(record, 'stored').event).length).toBeLessThan(150_000);
  });

  it('the restored record equals the original', () => {
    const record = longRecord();
    const stored = readLongValues(JSON.parse(JSON.stringify(longValuesOf(record))));
    if (stored === null) throw new Error('not read');
    expect(restoreLongValues(truncateRecord(record, 'stored'), stored)).toEqual(record);
  });

  it('readLongValues returns null for damaged data', () => {
    expect(readLongValues({ args: 1 })).toBeNull();
    expect(readLongValues(undefined)).toBeNull();
  });

  it('truncated events are equal only if the original events are equal, to the last character', () => {
    const one = truncateEvent(eventWith(dataOf('a'))).json;
    expect(truncateEvent(eventWith(dataOf('a'))).json).toEqual(one);
    const other = eventWith({ ...dataOf('a'), text23: `${long('a', 65_535)}b` });
    expect(truncateEvent(other).json).not.toEqual(one);
  });
});
