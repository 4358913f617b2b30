import type { Lesson } from './act';
import { CONTENT_ID } from './act';

const plugin = { id: 'lesson.player', ver: '1.0' };
const question = {
  id: 'q1',
  maxscore: 1,
  type: 'mcq',
  title: 'What turns vapour into a cloud?',
  params: [],
  uri: '',
  desc: '',
};

/** Calls like those of most public sites, with common mistakes. Used on the page with SDK 1.3.0. */
export const typicalSite: Lesson = {
  begin: ({ pageUrl }) => [
    {
      kind: 'start',
      data: { type: 'content', mode: '', pageid: 'lesson', loc: '' },
      wrong: 'type "content", an empty mode, and pageid where stageid is asked',
    },
    { kind: 'impression', data: { type: 'view', pageid: 'lesson', uri: pageUrl, subtype: 'pageexit', visits: [] } },
  ],
  next: ({ pageUrl }) => [
    { kind: 'interact', data: { type: 'TOUCH', subtype: '', id: 'next', pageid: 'lesson', plugin } },
    { kind: 'impression', data: { type: 'detail', uri: pageUrl, visits: [] }, wrong: 'pageid omitted' },
  ],
  hint: () => [
    {
      kind: 'interact',
      data: { type: 'click', subtype: '', id: 'hint', pageid: 'lesson', extra: {}, target: {}, plugin },
      wrong: 'type "click" is not in the list',
    },
  ],
  move: () => [
    { kind: 'interact', data: { type: 'DRAG', id: 'drop', pageid: 'lesson', extra: { pos: [{ x: 120, y: 310 }] } } },
  ],
  listen: () => [
    {
      kind: 'interact',
      data: { type: 'LISTEN', subtype: 'play', id: 'voice', pageid: 'lesson' },
      wrong: 'subtype "play" differs in letter case',
    },
  ],
  rain: () => [{ kind: 'heartbeat', data: {}, wrong: 'the edata level omitted' }],
  answer: ({ answer }) => [
    {
      kind: 'assess',
      data: { item: question, index: 1, pass: 'yes', score: 1, resvalues: [{ '1': answer }], duration: 12 },
      wrong: 'pass "yes" differs in letter case',
    },
    {
      kind: 'response',
      data: { target: { id: 'q1', ver: '1.0', type: 'mcq' }, type: 'CHOOSE', values: [{ option1: answer }] },
      wrong: 'qid omitted',
    },
  ],
  pause: () => [{ kind: 'interrupt', data: { type: 'background', pageid: 'lesson' } }],
  search: ({ query }) => [
    {
      kind: 'search',
      data: { type: 'all', query, filters: {}, sort: {}, size: 2, topn: [{ identifier: CONTENT_ID }] },
    },
  ],
  rate: ({ rating }) => [
    {
      kind: 'feedback',
      data: { rating, commentid: 'default', commenttxt: 'Nice lesson' },
      wrong: 'contentId omitted',
    },
  ],
  share: () => [
    {
      kind: 'share',
      data: {
        dir: 'out',
        type: 'Link',
        items: [{ id: CONTENT_ID, type: 'content', ver: '1.0', params: [{ copies: 1 }] }],
      },
      options: { context: { cdata: [{ type: 'Chapter' }] } },
      wrong: 'dir "out" differs in letter case, and an entry of cdata has no id',
    },
  ],
  learned: () => [
    {
      kind: 'audit',
      data: { props: ['status'], state: 'Learned', prevstate: 'Started' },
      wrong: 'the edata level omitted',
    },
  ],
  video: () => [
    { kind: 'error', data: { err: 'ERR_MEDIA_404', errtype: 'CONTENT', stacktrace: '', pageid: 'lesson' } },
    {
      kind: 'log',
      data: { type: 'api_call', level: 'INFO', message: 'GET /media/water-cycle.mp4', params: [{ status: '404' }] },
    },
  ],
  numbers: ({ beganAt, now }) => [
    {
      kind: 'metrics',
      data: { system: 'lesson', subsystem: 'player', metrics: [{ metric: 'pagesRead', value: 2 }] },
      wrong: 'the edata level omitted',
    },
    {
      kind: 'summary',
      data: {
        type: 'session',
        starttime: beganAt,
        endtime: now,
        timespent: (now - beganAt) / 1000,
        pageviews: 2,
        interactions: 4,
        extra: [{ id: 'progress', value: '100' }],
      },
      wrong: 'the edata level omitted',
    },
  ],
  portfolio: () => [{ kind: 'exdata', data: { type: 'xapi', data: '{"verb":"completed"}' } }],
  finish: () => [
    {
      kind: 'end',
      data: { type: 'content', mode: 'play', pageid: 'lesson', summary: [{ progress: 100 }] },
      wrong: 'type "content", and no contentId or duration',
    },
  ],
};
