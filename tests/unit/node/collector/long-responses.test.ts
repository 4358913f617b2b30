import { expect, it } from 'vitest';
import { createCollectedEvents } from '#core/collector/collected-events';
import { pipelineSettingsOf } from '#core/pipeline/pipeline-settings';
import { noPolicy } from '#core/report/finding-policy';
import { DEFAULT_PIPELINE } from '#core/rules/ingestion/ingestion-profiles';
import { defaultRuleSetNames } from '#core/rules/rule-set-names';
import { findNearest, readEventQuery } from '#node/collector/api/event-query';
import { createToItem, reportEvents, sessionsToJson } from '#node/collector/collected-item';
import { createCollectorJudge } from '#node/collector/judge-config';
import { batchOf, receivedBatch, touch } from '../../core/collector/received-batch';
import { slowTimeSlices } from '../../core/util/slow-time-slices';

const judge = createCollectorJudge({
  ...{
    rules: defaultRuleSetNames,
    teamRules: [],
    settings: pipelineSettingsOf(DEFAULT_PIPELINE, {}),
    policy: noPolicy,
  },
});
const toItem = createToItem(judge, { severity: 'info', known: new Set(), fateOf: () => null });
const collected = createCollectedEvents(judge.judge);
const wrong = (id: string) => touch(id, { edata: { type: 'click', id, pageid: 'home' } });
collected.add(receivedBatch(batchOf(...Array.from({ length: 20 }, (_, id) => wrong(`${id}`)))));
const events = [...collected.all()];

/** Returns how often other tasks ran until the work was done. */
async function countTurns(work: Promise<unknown>): Promise<number> {
  let turns = 0;
  let isDone = false;
  const count = () => {
    turns += 1;
    if (!isDone) setImmediate(count);
  };
  setImmediate(count);
  await work;
  isDone = true;
  return turns;
}

it('creating a report of many events yields to other requests', async () => {
  const deps = { toItem, judge, now: () => 0, ...slowTimeSlices() };
  expect(await countTurns(reportEvents(events, deps))).toBeGreaterThan(3);
  expect((await reportEvents(events, deps)).totals.items).toBe(20);
});

it('summarizing user sessions of many events yields to other requests', async () => {
  expect(await countTurns(sessionsToJson(events, noPolicy, slowTimeSlices()))).toBeGreaterThan(3);
});

it('searching for the nearest of many events yields to other requests', async () => {
  const query = readEventQuery(new URLSearchParams({ filter: 'edata.id:7 kind:log' }));
  if (!query.ok) throw new Error(query.failure);
  const nearest = findNearest(events, query.value, slowTimeSlices());
  expect(await countTurns(nearest)).toBeGreaterThan(3);
  expect((await nearest)?.unmetTerms).toEqual(['kind:log']);
});
