import type { JsonObject } from '#core/json/json';
import type { Lesson, LessonInput } from './act';
import { CONTENT_ID } from './act';

const question = {
  id: `${CONTENT_ID}_q1`,
  maxscore: 1,
  exlength: 30,
  title: 'जल चक्र: पहला प्रश्न',
  desc: 'What turns vapour into a cloud?',
  mc: ['C:water:condensation'],
};
const target = { id: question.id, ver: '1.0', type: 'Question', parent: { id: CONTENT_ID, type: 'Content' } };

/**
 * Calls that follow the spec, with the mistakes of careful developers.
 * Used on the page with SDK 2.0.1.
 */
export const carefulSite: Lesson = {
  begin: ({ pageUrl }) => [
    { kind: 'start', data: { type: 'player', mode: 'play', stageid: 'water-cycle-1' } },
    { kind: 'impression', data: { type: 'view', subtype: 'Paginate', pageid: 'water-cycle-1', uri: pageUrl } },
  ],
  next: ({ pageUrl }) => [
    { kind: 'interact', data: { type: 'TOUCH', id: 'next-button', pageid: 'water-cycle-1', extra: { values: [] } } },
    { kind: 'impression', data: { type: 'detail', subtype: 'Scroll', uri: pageUrl }, wrong: 'pageid omitted' },
  ],
  hint: () => [
    {
      kind: 'interact',
      data: { type: 'click', id: 'hint-button', pageid: 'water-cycle-2' },
      wrong: 'type "click" is not in the list',
    },
  ],
  move: () => [
    { kind: 'interact', data: { type: 'DRAG', id: 'drop', pageid: 'water-cycle-2', extra: fromSeaToCloud } },
  ],
  listen: () => [{ kind: 'interact', data: { type: 'LISTEN', subtype: 'PLAY', id: 'voice', pageid: 'water-cycle-2' } }],
  rain: () => [{ kind: 'heartbeat', data: { edata: {} } }],
  answer: ({ answer, beganAt, now }) => [
    {
      kind: 'assess',
      data: {
        item: question,
        pass: answer === 'condensation' ? 'Yes' : 'No',
        score: answer === 'condensation' ? 1 : 0,
        resvalues: [{ '1': answer }],
        duration: seconds(beganAt, now),
      },
    },
    { kind: 'response', data: { target, qid: question.id, type: 'CHOOSE', values: [{ lhs: '1' }, { rhs: answer }] } },
  ],
  pause: () => [{ kind: 'interrupt', data: { type: 'background', pageid: 'water-cycle-2', eventid: 'pause-1' } }],
  search: ({ query }) => [
    {
      kind: 'search',
      data: {
        type: 'content',
        query,
        filters: { subject: ['Science'], grade: 6 },
        sort: { lastUpdatedOn: 'desc' },
        correlationid: 'c-4711',
        size: 2,
        topn: [{ [CONTENT_ID]: 0.98 }, { do_31307362: 0.61 }],
      },
    },
  ],
  rate: ({ rating }) => [
    { kind: 'feedback', data: { contentId: CONTENT_ID, rating, comments: 'Now I know where the rain comes from ☔' } },
  ],
  share: () => [
    {
      kind: 'share',
      data: {
        dir: 'Out',
        type: 'Link',
        items: [
          {
            obj: { id: CONTENT_ID, type: 'Content', ver: '1.0' },
            params: [{ transfers: 1 }],
            origin: { id: 'portal', type: 'Portal' },
            to: { id: 'class-6', type: 'Group' },
          },
        ],
      },
    },
  ],
  learned: () => [
    { kind: 'audit', data: { edata: { props: ['status', 'progress'], state: 'Learned', prevstate: 'Started' } } },
  ],
  video: () => [
    {
      kind: 'error',
      data: { err: 'ERR_MEDIA_404', errtype: 'NETWORK', stacktrace: 'GET /media/water-cycle.mp4 answered 404' },
      wrong: 'errtype "NETWORK" is not in the list',
    },
    {
      kind: 'log',
      data: { type: 'api_access', level: 'info', message: 'GET /media/water-cycle.mp4', params: [{ status: 404 }] },
      wrong: 'level "info" differs in letter case',
    },
  ],
  numbers: (input) => [
    { kind: 'metrics', data: { edata: { pagesRead: 2, hintsUsed: 1, answersRight: 1 } } },
    { kind: 'summary', data: { edata: summaryOf(input) } },
  ],
  portfolio: () => [{ kind: 'exdata', data: { type: 'xapi', data: '{"verb":"completed","object":"water-cycle"}' } }],
  finish: ({ beganAt, now }) => [
    {
      kind: 'end',
      data: {
        contentId: CONTENT_ID,
        type: 'player',
        duration: seconds(beganAt, now),
        pageid: 'water-cycle-2',
        summary: [{ progress: 100 }, { answersRight: 1 }],
      },
    },
  ],
};

const fromSeaToCloud = {
  pos: [
    { x: 120, y: 310, z: 0 },
    { x: 340, y: 90, z: 0 },
  ],
  tid: 'cloud',
};

function summaryOf({ beganAt, now }: LessonInput): JsonObject {
  const timespent = seconds(beganAt, now);
  return {
    type: 'session',
    mode: 'play',
    starttime: beganAt,
    endtime: now,
    timespent,
    pageviews: 2,
    interactions: 4,
    envsummary: [{ env: 'content', timespent, visits: 1 }],
    eventssummary: [
      { id: 'IMPRESSION', count: 2 },
      { id: 'INTERACT', count: 4 },
    ],
    pagesummary: [{ id: 'water-cycle-1', type: 'view', env: 'content', timespent, visits: 1 }],
  };
}

function seconds(from: number, to: number): number {
  return (to - from) / 1000;
}
