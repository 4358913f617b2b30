import type { Json, JsonObject } from '#core/json/json';
import type { EventKind } from '#core/telemetry/kinds';
import { CONTENT_ID, CONTENT_VERSION } from './act';

/** Input of a step's calls. Times are epoch milliseconds of the page's own clock. */
interface SessionMoment {
  readonly beganAt: number;
  readonly now: number;
}

interface SessionCall {
  readonly kind: EventKind;
  /** All arguments of the method. */
  readonly args: readonly Json[];
  /** The deliberate error of the call, as the page's log shows it. */
  readonly wrong?: string;
}

interface SessionStep {
  readonly button: string;
  /** Seconds that pass on the page's clock before the step. */
  readonly seconds: number;
  readonly calls: (moment: SessionMoment) => readonly SessionCall[];
}

/** A page whose user session is useless for reports. */
export interface SessionSite {
  readonly title: string;
  readonly lead: string;
  readonly steps: readonly SessionStep[];
}

/** Ids of the pages: the last part of their URL. */
export type SessionSiteId = 'start-as-config' | 'player-summary';

const WORKFLOW = { type: 'workflow', mode: 'play', stageid: 'lesson' };
/**
 * The edata of a player's START, without `stageid`.
 * The spec requires `stageid`, but the pipeline rejects a START with it, so players omit it.
 */
const PLAYER = { type: 'player', mode: 'play' };

const impression = (pageid: string): SessionCall => ({
  kind: 'impression',
  args: [{ type: 'view', pageid, uri: `/${pageid}` }],
});
const touch = (id: string, pageid: string): SessionCall => ({
  kind: 'interact',
  args: [{ type: 'TOUCH', id, pageid }],
});

/** Like a portal of 2026 whose component wraps the SDK: START gets its edata as the first argument. */
const startAsConfig: SessionSite = {
  title: 'START as config',
  lead: 'An app passes the edata of START where the SDK takes its configuration.',
  steps: [
    {
      button: 'Open the lesson',
      seconds: 0,
      calls: () => [
        {
          kind: 'start',
          args: [WORKFLOW, CONTENT_ID, CONTENT_VERSION, {}],
          wrong: 'the edata is passed as config, and data is empty',
        },
        impression('lesson'),
      ],
    },
    { button: 'Show a hint', seconds: 40, calls: () => [touch('hint', 'lesson')] },
    { button: 'Next page', seconds: 50, calls: () => [touch('next', 'lesson'), impression('lesson-2')] },
    {
      button: 'Leave the lesson',
      seconds: 30,
      calls: (moment) => [
        { kind: 'end', args: [{ ...endOf(WORKFLOW, moment), contentId: CONTENT_ID, pageid: 'lesson-2' }] },
      ],
    },
  ],
};

const QUESTIONS = ['q1', 'q2', 'q3', 'q4'] as const;
const SECONDS_PER_QUESTION = 45;

/** Like a question player of 2026: the numbers of its SUMMARY differ from those of its events. */
const playerSummary: SessionSite = {
  title: 'Player summary',
  lead: 'A player takes its time modulo one minute, and counts questions as pageviews and answers as interactions.',
  steps: [
    {
      button: 'Begin the quiz',
      seconds: 0,
      calls: () => [{ kind: 'start', args: [{}, CONTENT_ID, CONTENT_VERSION, { ...PLAYER }] }, impression('quiz')],
    },
    ...QUESTIONS.map(
      (id, index): SessionStep => ({
        button: `Answer question ${index + 1}`,
        seconds: SECONDS_PER_QUESTION,
        calls: () => [touch(`choose-${id}`, 'quiz'), assess(id), touch('next', 'quiz')],
      }),
    ),
    {
      button: 'Finish the quiz',
      seconds: 12,
      calls: (moment) => [
        impression('score'),
        {
          kind: 'summary',
          args: [summaryOf(moment)],
          wrong: 'timespent loses its minutes, pageviews are questions, interactions are answers',
        },
        { kind: 'end', args: [{ ...endOf(PLAYER, moment), pageid: 'score' }] },
      ],
    },
  ],
};

function assess(id: string): SessionCall {
  const item = { id: `${CONTENT_ID}_${id}`, maxscore: 1 };
  return {
    kind: 'assess',
    args: [{ item, pass: 'Yes', score: 1, resvalues: [{ 1: 'condensation' }], duration: SECONDS_PER_QUESTION }],
  };
}

function summaryOf({ beganAt, now }: SessionMoment): JsonObject {
  return {
    type: 'player',
    mode: 'play',
    starttime: beganAt,
    endtime: now,
    timespent: Number((((now - beganAt) % 60_000) / 1_000).toFixed(2)),
    pageviews: QUESTIONS.length,
    interactions: QUESTIONS.length,
  };
}

/**
 * Returns the edata of END without a content id, which the pipeline rejects there.
 * The SDK adds the object of START.
 */
function endOf({ type, mode }: typeof PLAYER, { beganAt, now }: SessionMoment): JsonObject {
  return { type, mode, duration: (now - beganAt) / 1_000, summary: [{ progress: 100 }] };
}

export const sessionSites: Readonly<Record<SessionSiteId, SessionSite>> = {
  'start-as-config': startAsConfig,
  'player-summary': playerSummary,
};
