import { readFileSync } from 'node:fs';
import { describe, expect, it, vi } from 'vitest';
import { sessionFormats } from '#core/formats/write/write-sessions';
import type { Writing } from '#core/formats/write/writing';
import type { Json, JsonObject } from '#core/json/json';
import { SessionTimeline } from '#core/user-sessions/session-timeline';
import { createTestRedactor, writingOf } from '#tests/fixtures/exchange';
import { eventOf, recordOf } from '#tests/fixtures/records';
import { describeSharedData } from '#tests/fixtures/shared-data';
import { createRandomLog } from '#tests/unit/core/user-sessions/session-logs';
import { runOn } from '#tests/unit/node/cli/run-cli';

const SHARED = '../shared/data/sessions';
const [ndjson, csv] = sessionFormats;

const exportSessions = (
  format: (typeof sessionFormats)[number],
  events: readonly Json[],
  overrides: Partial<Writing> = {},
) => {
  const records = events.map((json, index) => recordOf(index + 1, { call: null, event: eventOf({ json }) }));
  const { count, texts } = format.write(writingOf(records, overrides));
  const writtenTexts = [...texts];
  expect(writtenTexts.length).toBeLessThanOrEqual(count);
  return writtenTexts.join('');
};

const event = (eid: string, ets: number, edata: JsonObject = {}, did = 'device') => ({
  eid,
  ets,
  context: { did, channel: 'c', pdata: { id: 'p' } },
  edata,
});
const play = { type: 'content', mode: 'play' };
const smallLog = [event('START', 1_000, play), event('INTERACT', 3_000, { type: 'TOUCH' }), event('END', 61_000, play)];

const runSessions = async (events: readonly Json[]) =>
  (await runOn(events.map((json) => `${JSON.stringify(json)}\n`).join(''), ['sessions'])).out;
const sessionsOfInput = { sessions: { file: 'standard input', isExcluded: () => false } };

describe('sessions as NDJSON', () => {
  it('the NDJSON is byte for byte the output of telemetry-v3 sessions for the same events', async () => {
    for (const seed of [1, 2, 3]) {
      const log = createRandomLog(seed);
      expect(exportSessions(ndjson, log, sessionsOfInput)).toBe(await runSessions(log));
    }
    const withHostileDid = smallLog.map((json) => ({ ...json, context: { ...json.context, did: 'a\u0003"\u2028=1' } }));
    expect(exportSessions(ndjson, withHostileDid, sessionsOfInput)).toBe(await runSessions(withHostileDid));
  });

  it('excluded events are omitted from the sessions', () => {
    const sessions = { file: 'lesson', isExcluded: (row: number) => row === 2 };
    const [line = ''] = exportSessions(ndjson, smallLog, { sessions }).split('\n');
    expect(JSON.parse(line)).toMatchObject({
      file: 'lesson',
      eventsSummary: { START: 1, END: 1 },
      lines: [
        [1, 1],
        [3, 3],
      ],
    });
  });

  it('an email address as a device id is redacted, as in all exports', () => {
    const withEmail = smallLog.map((json) => ({ ...json, context: { ...json.context, did: 'ravi@example.org' } }));
    const text = exportSessions(ndjson, withEmail, { ...sessionsOfInput, ...createTestRedactor() });
    expect(text).toContain('email-1@redacted.invalid');
    expect(text).not.toContain('ravi');
  });

  it('the events of a long export are counted in several pieces, before the sessions are summarized', () => {
    const log = Array.from({ length: 5_000 }, (_, at) => event('INTERACT', 1_000 * (at + 1), { type: 'TOUCH' }));
    const settle = vi.spyOn(SessionTimeline.prototype, 'countAdded');
    expect(exportSessions(ndjson, log, sessionsOfInput)).not.toBe('');
    const settledCounts = settle.mock.results.map(({ value }) => Number(value));
    settle.mockRestore();
    expect(settledCounts.reduce((sum, count) => sum + count, 0)).toBe(log.length);
    expect(Math.max(...settledCounts)).toBeLessThanOrEqual(500);
  });

  it('an export without sessions is an empty file', () => {
    expect(exportSessions(ndjson, [])).toBe('');
  });
});

describeSharedData(SHARED, 'the export of the pipeline’s own test logs as sessions', () => {
  it.each([1, 2, 3, 4])(
    'the export of workflow-%i.ndjson equals the output of telemetry-v3 sessions',
    async (number) => {
      const text = readFileSync(`${SHARED}/workflow-${number}.ndjson`, 'utf8');
      const events = text.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line) as Json]));
      expect(exportSessions(ndjson, events, sessionsOfInput)).toBe((await runOn(text, ['sessions'])).out);
    },
  );
});

it('the CSV of sessions has one row per session, with formulas escaped', () => {
  const events = smallLog.map((json) => ({ ...json, context: { ...json.context, did: '=1+1' } }));
  const [head, row] = exportSessions(csv, events, sessionsOfInput).split('\r\n');
  expect(head).toMatch(/^\ufefffile,did,channel,producer,type,mode,start,end,timeDiff,timeSpent,/);
  expect(row).toBe(
    "standard input,'=1+1,c,p,content,play,1970-01-01T00:00:01.000Z,1970-01-01T00:01:01.000Z,60,60,1,1,0,0,end,1," +
      '"{""START"":1,""INTERACT"":1,""END"":1}",[],[],"[[1,3]]"',
  );
});
