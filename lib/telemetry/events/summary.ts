import type { JsonObject } from '../../json';
import { z } from '../../zod';
import { defineEvent } from '../definition';
import { contradiction, contradicts, numberAt, type Problem } from '../rules';
import { count, epoch, identifier, seconds } from '../vocabulary';

const environment = z.object({
  env: z
    .string()
    .nullish()
    .describe('Environment.')
    .meta({
      usualChoices: ['content', 'domain', 'resources', 'community'],
      reading: 'The list stands without "One of" and real sites use other values: another one is a notice.',
    }),
  timespent: seconds().nullish().describe('Seconds spent in it.'),
  visits: count().nullish().describe('Visits to it.'),
});

const eventCount = z.object({
  id: identifier().nullish().describe('Event id such as a start, end or interact event code.'),
  count: count().nullish().describe('How many of them.'),
});

const page = z.object({
  id: identifier().nullish().describe('Page id.'),
  type: z
    .string()
    .nullish()
    .describe('Type of the page.')
    .meta({
      usualChoices: ['view', 'edit'],
      reading: 'The list stands without "One of" and real sites use other values: another one is a notice.',
    }),
  env: z.string().nullish().describe('Environment of the page.'),
  timespent: seconds().nullish().describe('Seconds spent on it.'),
  visits: count().nullish().describe('Visits to it.'),
});

function endBeforeStart(args: JsonObject): Problem | null {
  const [from, to] = [numberAt(args, 'data.edata.starttime'), numberAt(args, 'data.edata.endtime')];
  if (from === null || to === null || to >= from) return null;
  return contradiction(`endtime ${to} is before starttime ${from}.`);
}

/** An epoch timestamp below this is in seconds: in milliseconds it would be before March 1973. */
const LEAST_MILLISECONDS = 100_000_000_000;

function spentMoreThanSpan(args: JsonObject): Problem | null {
  const [from, to] = [numberAt(args, 'data.edata.starttime'), numberAt(args, 'data.edata.endtime')];
  const spent = numberAt(args, 'data.edata.timespent');
  if (from === null || to === null || spent === null || to < from) return null;
  const span = to < LEAST_MILLISECONDS ? to - from : (to - from) / 1000;
  if (spent <= span) return null;
  return contradiction(`timespent is ${spent} seconds, but from starttime to endtime there are only ${span}.`);
}

export const summary = defineEvent({
  summary: 'A summary of a session.',
  reading: 'The edata level is kept and required; when it is absent, that is one finding.',
  arguments: {
    data: z.object({
      edata: z.object({
        type: z
          .string()
          .describe('Type, free text.')
          .meta({ examples: ['session', 'app', 'tool'] }),
        mode: z.string().nullish().describe('Mode.'),
        starttime: epoch().describe('Epoch timestamp of app start, taken from the first event.'),
        endtime: epoch().describe('Epoch timestamp of app end, taken from the last event.'),
        timespent: seconds().describe('Seconds spent by the visitor, excluding idle time.'),
        pageviews: count().describe('Page views per session (count of page impressions).'),
        interactions: count().describe('Count of interact events.'),
        envsummary: z.array(environment).nullish().describe('Per environment.'),
        eventssummary: z.array(eventCount).nullish().describe('Per event.'),
        pagesummary: z.array(page).nullish().describe('Per page.'),
      }),
    }),
  },
  headline: ['data.edata.type', '{data.edata.timespent} s', '{data.edata.pageviews} views'],
  rules: [
    {
      field: 'data.edata.endtime',
      text: 'Should not be before starttime.',
      check: endBeforeStart,
      finds: contradicts,
      breaks: [{ 'data.edata.endtime': 0 }],
    },
    {
      field: 'data.edata.timespent',
      text: 'Should not be longer than the span from starttime to endtime.',
      check: spentMoreThanSpan,
      finds: contradicts,
      breaks: [{ 'data.edata.timespent': 1_000_000 }],
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
