import { expect, it } from 'vitest';
import type { TelemetryRecord } from '#core/journey/record';
import type { Json } from '#core/json/json';
import { addMutes, formatIgnoreConfig, MAX_MUTES, type Mute, muteOf, parseMutes } from '#core/report/mutes';
import { createJudge } from '#core/stream/judge';
import type { JudgedRecord } from '#core/stream/judged-record';
import { definitionRules, validateEvent } from '#core/telemetry/validate-event';
import { ignoreSchema } from '#node/config/config-schema';
import { createPolicy } from '#node/config/finding-policy';
import { callOf, eventOf, recordOf } from '#tests/fixtures/records';

const SITE = 'localhost:4173';

const judgeWith = (mutes: readonly Mute[]) => {
  const { judge } = createJudge({ ruleSetsFor: () => [definitionRules], mutes });
  return (record: TelemetryRecord) => judge(record, false);
};

/** A called impression without a pageid, as the panel has it. */
function impression(data: Json = { type: 'view' }, over: Partial<TelemetryRecord> = {}): JudgedRecord {
  const call = callOf({ method: 'impression', args: [data] });
  const event = eventOf({ json: { eid: 'IMPRESSION', mid: 'a', edata: data } });
  return judgeWith([])(recordOf(1, { kind: 'impression', name: 'impression', call, event, ...over }).observed);
}

const [missing] = impression().findings;
const mute = missing && muteOf(impression(), missing, 'field');
const ruleMute = missing && muteOf(impression(), missing, 'rule');

it('a muted finding is named by site, code and its path in the event', () => {
  expect(mute).toEqual({ site: SITE, code: 'missing', path: 'edata.pageid' });
  expect(ruleMute).toEqual({ site: SITE, code: 'missing', path: null });
});

it('a muted finding does not count in the verdict, and comes back as it was', () => {
  const record = impression();
  expect(record.verdict).toBe('invalid');
  const muted = judgeWith(mute ? [mute] : [])(record);
  expect(muted).toMatchObject({ verdict: 'valid', summary: { muted: 1 }, findings: [], muted: record.findings });
  expect(judgeWith([])(muted)).toMatchObject({ verdict: 'invalid', findings: record.findings });
});

it('a muted finding counts at another site, path or code', () => {
  const atOtherSite = impression(undefined, { frame: { frameId: 0, url: 'https://learn.example/' } });
  const others = [
    { site: SITE, code: 'missing', path: 'edata.page' },
    { site: SITE, code: 'wrong-type', path: 'edata.pageid' },
  ];
  expect(judgeWith(others)(impression()).verdict).toBe('invalid');
  expect(judgeWith(mute ? [mute] : [])(atOtherSite).verdict).toBe('invalid');
});

it('a muted finding leaves the verdict of an event with other errors', () => {
  const record = impression({ type: 'hover' });
  const muted = judgeWith(mute ? [mute] : [])(record);
  expect(muted.verdict).toBe('invalid');
  expect(muted.findings).toHaveLength(record.findings.length - 1);
});

it('a muted finding of an item of a list is meant for all items', () => {
  const args = [{ type: 'content', query: 'q', size: 1, topn: [1, 2] }];
  const call = callOf({ method: 'search', args });
  const record = judgeWith([])(recordOf(1, { kind: 'search', call, event: null }).observed);
  const ofItem = record.findings.find(({ path }) => path.at(-1) === 0);
  const ofItems = ofItem && muteOf(record, ofItem, 'field');
  expect(ofItems?.path).toBe('edata.topn.*');
  expect(judgeWith(ofItems ? [ofItems] : [])(record).muted).toHaveLength(2);
});

it('the muted findings of a site are the ignored ones of the command line, which finds them in the event', () => {
  const other = { site: 'learn.example', code: 'secret', path: null };
  const config: { readonly ignore: readonly unknown[] } = JSON.parse(
    formatIgnoreConfig(mute ? [mute, other] : [], SITE),
  );
  const ignore = config.ignore.map((entry) => ignoreSchema.parse(entry));
  expect(ignore).toEqual([{ code: 'missing', path: 'edata.pageid', reason: `Muted in the panel at ${SITE}` }]);
  const json: Json = { eid: 'IMPRESSION', edata: { type: 'view' } };
  const found = validateEvent(json);
  const left = createPolicy({ severities: {}, ignore })({ type: 'event', json }, found);
  expect(found.findings.map(({ path }) => path.join('.'))).toContain('edata.pageid');
  expect(left.findings.map(({ path }) => path.join('.'))).not.toContain('edata.pageid');
});

it('mutes are bounded, each once, and damaged ones count as none', () => {
  const many = Array.from({ length: MAX_MUTES + 1 }, (_, n) => ({ site: SITE, code: 'missing', path: `edata.${n}` }));
  const all = many.reduce<ReturnType<typeof addMutes>>((mutes, each) => addMutes(mutes, [each]), []);
  expect(all).toHaveLength(MAX_MUTES);
  expect(addMutes(all, all.slice(-1))).toHaveLength(MAX_MUTES);
  expect(parseMutes(all)).toEqual(all);
  expect(parseMutes([{ site: 1 }])).toEqual([]);
  expect(parseMutes(undefined)).toEqual([]);
});
