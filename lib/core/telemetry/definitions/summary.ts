import { isJsonArray, type Json, type JsonObject, valueAt } from '#core/json/json';
import { MIN_TIMESTAMP_MS } from '#core/util/epoch';
import { message } from '#core/util/message';
import * as z from '#core/util/zod';
import { defineEvent } from '../definition';
import { CONTRADICTION, createContradiction, numberAtPath, type RuleViolation, valueAtPath } from '../rules';
import { count, epoch, identifier, seconds, withNote } from '../vocabulary';

const environment = z.object({
  env: withNote(z.nullish(z.string()), 'summary.env', {
    suggestedValues: ['content', 'domain', 'resources', 'community'],
    interpretation: 'openList',
  }),
  timespent: withNote(z.nullish(seconds()), 'summary.envTimespent'),
  visits: withNote(z.nullish(count()), 'summary.visits'),
});

const eventCount = z.object({
  id: withNote(z.nullish(identifier()), 'summary.eventId'),
  count: withNote(z.nullish(count()), 'summary.eventCount'),
});

const page = z.object({
  id: withNote(z.nullish(identifier()), 'summary.pageId'),
  type: withNote(z.nullish(z.string()), 'common.pageType', {
    suggestedValues: ['view', 'edit'],
    interpretation: 'openList',
  }),
  env: withNote(z.nullish(z.string()), 'summary.pageEnv'),
  timespent: withNote(z.nullish(seconds()), 'summary.pageTimespent'),
  visits: withNote(z.nullish(count()), 'summary.visits'),
});

function checkEndAfterStart(args: JsonObject): RuleViolation | null {
  const [start, end] = [numberAtPath(args, 'data.edata.starttime'), numberAtPath(args, 'data.edata.endtime')];
  if (start === null || end === null || end >= start) return null;
  return createContradiction({ reason: 'end-before-start', start, end });
}

/**
 * Maximum rounding error per event.
 * The pipeline rounds the time between two events to 0.01 s, half up.
 */
const ROUNDING_PER_EVENT_S = 0.005;

/** Rounding tolerance for an unknown number of events: a share of the span, within these bounds. */
const UNKNOWN_ROUNDING_SHARE = 0.01;
const MIN_UNKNOWN_ROUNDING_S = 0.1;
const MAX_UNKNOWN_ROUNDING_S = 5;

/** Decimal fractions have no exact binary form: 373.27 + 0.03 is below 373.3. */
const FLOAT_TOLERANCE_S = 1e-6;

/** Returns by how many seconds `timespent` may exceed the span because of rounding. */
function roundingTolerance(args: JsonObject, span: number): number {
  const events = sumEventCounts(valueAtPath(args, 'data.edata.eventssummary'));
  if (events !== null) return events * ROUNDING_PER_EVENT_S;
  return Math.min(MAX_UNKNOWN_ROUNDING_S, Math.max(MIN_UNKNOWN_ROUNDING_S, span * UNKNOWN_ROUNDING_SHARE));
}

/** Returns the sum of `eventssummary[].count`, or null if a count is absent or invalid. */
function sumEventCounts(summaries: Json | undefined): number | null {
  if (!isJsonArray(summaries) || summaries.length === 0) return null;
  let total = 0;
  for (const summaryOfKind of summaries) {
    const events = valueAt(summaryOfKind, ['count']);
    if (typeof events !== 'number' || !Number.isSafeInteger(events) || events < 0) return null;
    total += events;
  }
  return total;
}

function checkTimespent(args: JsonObject): RuleViolation | null {
  const [start, end] = [numberAtPath(args, 'data.edata.starttime'), numberAtPath(args, 'data.edata.endtime')];
  const spent = numberAtPath(args, 'data.edata.timespent');
  if (start === null || end === null || spent === null || end < start) return null;
  const unitsPerSecond = end < MIN_TIMESTAMP_MS ? 1 : 1000;
  const span = (end - start) / unitsPerSecond;
  // Timestamps rounded to seconds, in either unit, may differ from the exact span by one second.
  const wholeSecondsTolerance = start % unitsPerSecond === 0 && end % unitsPerSecond === 0 ? 1 : 0;
  if (spent <= span + roundingTolerance(args, span) + wholeSecondsTolerance + FLOAT_TOLERANCE_S) return null;
  return createContradiction({ reason: 'timespent-above-span', spent, span });
}

export const summary = defineEvent({
  interpretation: 'edataRequired',
  arguments: {
    data: z.object({
      edata: z.object({
        type: withNote(z.string(), 'common.freeType', { examples: ['session', 'app', 'tool'] }),
        mode: withNote(z.nullish(z.string()), 'summary.mode'),
        starttime: withNote(epoch(), 'summary.starttime'),
        endtime: withNote(epoch(), 'summary.endtime'),
        timespent: withNote(seconds(), 'summary.timespent'),
        pageviews: withNote(count(), 'summary.pageviews'),
        interactions: withNote(count(), 'summary.interactions'),
        envsummary: withNote(z.nullish(z.array(environment)), 'summary.envsummary'),
        eventssummary: withNote(z.nullish(z.array(eventCount)), 'summary.eventssummary'),
        pagesummary: withNote(z.nullish(z.array(page)), 'summary.pagesummary'),
      }),
    }),
  },
  headline: [
    'data.edata.type',
    { code: 'seconds', values: { seconds: 'data.edata.timespent' } },
    { code: 'views', values: { views: 'data.edata.pageviews' } },
  ],
  rules: [
    {
      field: 'data.edata.endtime',
      text: message('definitions.rule.endAndStart'),
      check: checkEndAfterStart,
      reads: ['data.edata.starttime', 'data.edata.endtime'],
      finding: CONTRADICTION,
      violations: [{ 'data.edata.endtime': 0 }],
    },
    {
      field: 'data.edata.timespent',
      text: message('definitions.rule.timespentAndSpan'),
      check: checkTimespent,
      reads: ['data.edata.starttime', 'data.edata.endtime', 'data.edata.timespent', 'data.edata.eventssummary.*.count'],
      finding: CONTRADICTION,
      violations: [{ 'data.edata.timespent': 1_000_000 }],
    },
  ],
  onWire: { 'data.edata': 'edata' },
  sample: {
    data: {
      edata: {
        type: 'session',
        mode: 'play',
        starttime: 1_763_620_200_000,
        endtime: 1_763_620_290_000,
        timespent: 75.5,
        pageviews: 4,
        interactions: 9,
        envsummary: [{ env: 'content', timespent: 75.5, visits: 1 }],
        eventssummary: [
          { id: 'START', count: 1 },
          { id: 'INTERACT', count: 9 },
        ],
        pagesummary: [{ id: 'water-cycle-lesson', type: 'view', env: 'content', timespent: 61, visits: 2 }],
      },
    },
  },
});
