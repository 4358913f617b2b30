import type { Json, JsonObject } from '#core/json/json';
import type { FateEnd } from '#core/pipeline/event-fate';
import {
  type Finding,
  type FindingCode,
  type RuleSetId,
  SESSION_RULE_SET,
  type Severity,
  STREAM_RULE_SET,
  type StreamFindingCode,
} from '#core/telemetry/findings';
import type { EventKind } from '#core/telemetry/kinds';
import type { SummaryField } from '#core/user-sessions/session-finding';
import type { RuleId } from './rule-anchor';

/** Values by dotted path. `undefined` means that the path is unset. */
export type ExampleValues = Readonly<Record<string, Json | undefined>>;

export type RuleExample =
  /** The sample of a kind with changed values: those of `wrong` break the rule, those of `right` do not. */
  | {
      readonly subject: 'call' | 'event';
      readonly kind: EventKind;
      readonly wrong: ExampleValues;
      readonly right: ExampleValues;
    }
  /**
   * A changed sample of an event for a team's JSON Schema.
   * It includes its finding, so that no schema needs compiling.
   */
  | {
      readonly subject: 'schema';
      readonly kind: EventKind;
      readonly schema: JsonObject;
      readonly wrong: ExampleValues;
      readonly right: ExampleValues;
      readonly finding: Finding;
    }
  /** Events of one session, for the audit of user sessions. */
  | { readonly subject: 'session'; readonly wrong: readonly SessionStep[]; readonly right: readonly SessionStep[] }
  /** The body of a request that a collector rejects, and a body that it accepts. */
  | { readonly subject: 'body'; readonly wrong: string; readonly right: string }
  /** A whole item of a file, or of the events of a batch. */
  | { readonly subject: 'file-item' | 'batch-item'; readonly wrong: Json; readonly right: Json };

/** An event of a session. The time is in seconds from its first event. */
export type SessionStep = readonly [seconds: number, eid: string, edata: JsonObject, context?: JsonObject];

/** A rule in the reference. `locales/rules` has its meaning and its fix. */
export interface DocumentedRule {
  readonly code: FindingCode | StreamFindingCode;
  readonly severity: Severity;
  readonly ruleSets: readonly RuleSetId[];
  /** `null` if an example would be too large, or needs several events or the headers of a request. */
  readonly example: RuleExample | null;
  /**
   * The fate of an event that breaks the rule.
   * Absent if derived from the example, or if there is no such event.
   */
  readonly fate?: FateEnd;
}

const error = { severity: 'error' } as const;
const notice = { severity: 'info' } as const;
const definition = { ruleSets: ['definition'] } as const;
const envelope = { ruleSets: ['envelope'] } as const;
const definitionAndEnvelope = { ruleSets: ['definition', 'envelope'] } as const;
const privacy = { ruleSets: ['privacy'], code: 'secret' } as const;
const ingestion = { ruleSets: ['ingestion'], ...error } as const;
const hint = { ruleSets: ['hints'], ...notice } as const;
const sessionRule = { ruleSets: [SESSION_RULE_SET], severity: 'warning' } as const;
const schemaRule = { ruleSets: ['schema:NAME'], ...error } as const;
/** A hint that replaces the errors that it causes. */
const cause = { ruleSets: ['hints'], ...error } as const;

/** The file of the schema of an example. */
export const EXAMPLE_SCHEMA_FILE = 'interact.json';

/** @param edata the schema of `edata`. */
function schemaExample(
  edata: JsonObject,
  wrong: ExampleValues,
  right: ExampleValues,
  expected: Pick<Finding, 'code' | 'path' | 'params'>,
): RuleExample {
  const finding = { ruleSet: 'schema:NAME', severity: 'error', ...expected } as const;
  return { subject: 'schema', kind: 'interact', schema: { properties: { edata } }, wrong, right, finding };
}

function schemaLocation(keyword: string, path = '') {
  return { schema: EXAMPLE_SCHEMA_FILE, keyword, pointer: `/properties/edata/${path}${keyword}` };
}

/** `ets` of the first event of a session. */
export const START_ETS = 1_763_620_200_000;
const PLAY = { type: 'content', mode: 'play' };
const QUIZ = { type: 'assessment', mode: 'play' };
const LIBRARY = { type: 'list', pageid: 'library' };
const TOUCH = { type: 'TOUCH', id: 'play-button' };

function summaryRule(field: SummaryField, wrong: number, right: number): DocumentedRule {
  const createSteps = (value: number): readonly SessionStep[] => [
    [0, 'START', PLAY],
    [0, 'IMPRESSION', LIBRARY],
    [60, 'SUMMARY', { ...PLAY, [field]: value }],
    [60, 'END', PLAY],
  ];
  return {
    ...sessionRule,
    code: `summary-${field}`,
    example: { subject: 'session', wrong: createSteps(wrong), right: createSteps(right) },
  };
}

const JWT = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJzYW1wbGUifQ.c2FtcGxl';

/** Every rule by the reason of its findings, in the order of the reference. */
export const documentedRules: Readonly<Record<RuleId, DocumentedRule>> = {
  missing: {
    code: 'missing',
    ...error,
    ...definitionAndEnvelope,
    example: {
      subject: 'call',
      kind: 'log',
      wrong: { 'data.message': undefined },
      right: { 'data.message': 'Lesson saved' },
    },
  },
  'missing-default': {
    code: 'missing',
    ...notice,
    ...definition,
    example: { subject: 'call', kind: 'start', wrong: { contentVer: undefined }, right: { contentVer: '1.0' } },
  },
  'missing-with': {
    code: 'missing',
    ...error,
    ...definition,
    example: {
      subject: 'call',
      kind: 'response',
      wrong: { 'data.target.parent': { id: 'do_21340987654321012' } },
      right: { 'data.target.parent': { id: 'do_21340987654321012', type: 'Content' } },
    },
  },
  'eid-missing': {
    code: 'missing',
    ...error,
    ...envelope,
    example: { subject: 'event', kind: 'interact', wrong: { eid: undefined }, right: { eid: 'INTERACT' } },
  },

  'wrong-type': {
    code: 'wrong-type',
    ...error,
    ...definitionAndEnvelope,
    example: { subject: 'call', kind: 'end', wrong: { 'data.duration': '64' }, right: { 'data.duration': 64 } },
  },
  'not-one-pair': {
    code: 'wrong-type',
    ...error,
    ...definition,
    example: {
      subject: 'call',
      kind: 'assess',
      wrong: { 'data.item.params': [{ eq: 1, at: 2 }] },
      right: { 'data.item.params': [{ eq: 1 }, { at: 2 }] },
    },
  },
  'eid-wrong-type': {
    code: 'wrong-type',
    ...error,
    ...envelope,
    example: { subject: 'event', kind: 'interact', wrong: { eid: 5 }, right: { eid: 'INTERACT' } },
  },
  'not-an-event': {
    code: 'wrong-type',
    ...error,
    ...envelope,
    example: {
      subject: 'batch-item',
      wrong: 'HEARTBEAT',
      right: {
        eid: 'HEARTBEAT',
        ets: 1763620200000,
        ver: '3.0',
        mid: 'HEARTBEAT:5f0c17f2',
        actor: { id: 'anonymous', type: 'User' },
        context: { channel: 'learn.example.org', env: 'player' },
        edata: {},
      },
    },
  },
  'not-a-call': {
    code: 'wrong-type',
    ...error,
    ...envelope,
    example: {
      subject: 'file-item',
      wrong: 'interact',
      right: { method: 'interrupt', args: [{ type: 'background' }] },
    },
  },
  'neither-call-nor-event': {
    code: 'wrong-type',
    ...error,
    ...envelope,
    example: {
      subject: 'file-item',
      wrong: { type: 'background' },
      right: { method: 'interrupt', args: [{ type: 'background' }] },
    },
  },
  'arguments-not-array': {
    code: 'wrong-type',
    ...error,
    ...envelope,
    example: {
      subject: 'file-item',
      wrong: { method: 'interrupt', args: { type: 'background' } },
      right: { method: 'interrupt', args: [{ type: 'background' }] },
    },
  },

  'not-json': {
    code: 'rejected-body',
    ...error,
    ...envelope,
    example: {
      subject: 'body',
      wrong: '{"events": [{"eid": "HEARTBEAT",}]}',
      right: '{"events": [{"eid": "HEARTBEAT"}]}',
    },
  },
  'wrong-charset': { code: 'rejected-body', ...error, ...envelope, example: null },

  'not-a-kind': {
    code: 'not-in-list',
    ...error,
    ...definitionAndEnvelope,
    example: { subject: 'event', kind: 'interact', wrong: { eid: 'CLICK' }, right: { eid: 'INTERACT' } },
  },
  'not-listed': {
    code: 'not-in-list',
    ...error,
    ...definitionAndEnvelope,
    example: {
      subject: 'call',
      kind: 'interact',
      wrong: { 'data.type': 'CLICK' },
      right: { 'data.type': 'TOUCH' },
    },
  },
  'letter-case': {
    code: 'not-in-list',
    ...error,
    ...definitionAndEnvelope,
    example: { subject: 'call', kind: 'log', wrong: { 'data.level': 'info' }, right: { 'data.level': 'INFO' } },
  },
  'not-listed-for': {
    code: 'not-in-list',
    ...error,
    ...definition,
    example: {
      subject: 'call',
      kind: 'interact',
      wrong: { 'data.type': 'LISTEN', 'data.subtype': 'REWIND' },
      right: { 'data.type': 'LISTEN', 'data.subtype': 'PAUSE' },
    },
  },
  'not-suggested': {
    code: 'not-in-list',
    ...notice,
    ...definition,
    example: { subject: 'call', kind: 'search', wrong: { 'data.type': 'library' }, right: { 'data.type': 'content' } },
  },

  'empty-string': {
    code: 'out-of-range',
    ...error,
    ...definitionAndEnvelope,
    example: {
      subject: 'event',
      kind: 'interact',
      wrong: { mid: '' },
      right: { mid: 'INTERACT:5f0c17f2' },
    },
  },
  'empty-id': {
    code: 'out-of-range',
    ...notice,
    ...definitionAndEnvelope,
    example: { subject: 'call', kind: 'interact', wrong: { 'data.id': '' }, right: { 'data.id': 'play-button' } },
  },
  'not-between': {
    code: 'out-of-range',
    ...error,
    ...definition,
    example: { subject: 'call', kind: 'assess', wrong: { 'data.score': 85 }, right: { 'data.score': 0.85 } },
  },
  'below-recommended': {
    code: 'out-of-range',
    ...notice,
    ...definitionAndEnvelope,
    example: { subject: 'call', kind: 'end', wrong: { 'data.duration': -64 }, right: { 'data.duration': 64 } },
  },

  'unlisted-field': {
    code: 'unknown-field',
    ...notice,
    ...definitionAndEnvelope,
    example: {
      subject: 'call',
      kind: 'interact',
      wrong: { 'data.color': 'blue' },
      right: { 'data.color': undefined },
    },
  },
  'unlisted-field-case': {
    code: 'unknown-field',
    ...notice,
    ...definitionAndEnvelope,
    example: {
      subject: 'call',
      kind: 'interact',
      wrong: { 'data.pageId': 'water-cycle', 'data.pageid': undefined },
      right: { 'data.pageId': undefined, 'data.pageid': 'water-cycle' },
    },
  },

  'extra-argument': {
    code: 'extra-argument',
    ...notice,
    ...definition,
    example: { subject: 'call', kind: 'interrupt', wrong: { options: 'player' }, right: { options: undefined } },
  },
  'sdk-options': {
    code: 'extra-argument',
    ...notice,
    ...definition,
    example: {
      subject: 'call',
      kind: 'interrupt',
      wrong: { options: { context: { env: 'player' } } },
      right: { options: undefined },
    },
  },

  'position-count': {
    code: 'contradiction',
    ...notice,
    ...definition,
    example: {
      subject: 'call',
      kind: 'interact',
      wrong: { 'data.type': 'DRAG', 'data.extra.pos': [{ x: 120, y: 460 }] },
      right: {
        'data.type': 'DRAG',
        'data.extra.pos': [
          { x: 120, y: 460 },
          { x: 512, y: 148 },
        ],
      },
    },
  },
  'score-of-yes': {
    code: 'contradiction',
    ...notice,
    ...definition,
    example: {
      subject: 'call',
      kind: 'assess',
      wrong: { 'data.pass': 'Yes', 'data.score': 0 },
      right: { 'data.pass': 'Yes', 'data.score': 1 },
    },
  },
  'score-of-no': {
    code: 'contradiction',
    ...notice,
    ...definition,
    example: {
      subject: 'call',
      kind: 'assess',
      wrong: { 'data.pass': 'No', 'data.score': 1 },
      right: { 'data.pass': 'No', 'data.score': 0 },
    },
  },
  'score-above-maxscore': {
    code: 'contradiction',
    ...notice,
    ...definition,
    example: {
      subject: 'call',
      kind: 'assess',
      wrong: { 'data.item.maxscore': 0.5, 'data.score': 0.8 },
      right: { 'data.item.maxscore': 1, 'data.score': 0.8 },
    },
  },
  'topn-above-size': {
    code: 'contradiction',
    ...notice,
    ...definition,
    example: { subject: 'call', kind: 'search', wrong: { 'data.size': 1 }, right: { 'data.size': 12 } },
  },
  'end-before-start': {
    code: 'contradiction',
    ...notice,
    ...definition,
    example: {
      subject: 'call',
      kind: 'summary',
      wrong: { 'data.edata.starttime': 1763620290000, 'data.edata.endtime': 1763620200000 },
      right: { 'data.edata.starttime': 1763620200000, 'data.edata.endtime': 1763620290000 },
    },
  },
  'timespent-above-span': {
    code: 'contradiction',
    ...notice,
    ...definition,
    example: {
      subject: 'call',
      kind: 'summary',
      wrong: { 'data.edata.timespent': 75500 },
      right: { 'data.edata.timespent': 75.5 },
    },
  },
  'other-actor': {
    code: 'contradiction',
    ...notice,
    ruleSets: ['entity'],
    example: {
      subject: 'event',
      kind: 'interact',
      wrong: { 'actor.id': 'student-17' },
      right: { 'actor.id': 'teacher-1' },
    },
  },

  secret: {
    ...privacy,
    ...error,
    example: {
      subject: 'call',
      kind: 'log',
      wrong: { 'data.message': `Session ${JWT}` },
      right: { 'data.message': 'Session started' },
    },
  },
  'secret-by-name': {
    ...privacy,
    ...error,
    example: {
      subject: 'call',
      kind: 'exdata',
      wrong: { 'data.password': 'sample' },
      right: { 'data.password': undefined },
    },
  },
  'secret-maybe': {
    ...privacy,
    ...notice,
    example: {
      subject: 'call',
      kind: 'exdata',
      wrong: { 'data.token': { length: 'short' } },
      right: { 'data.token': undefined },
    },
  },
  'secret-in-key': {
    ...privacy,
    ...error,
    example: {
      subject: 'event',
      kind: 'metrics',
      wrong: { edata: { [JWT]: 1 } },
      right: { edata: { sessions: 1 } },
    },
  },

  'ingestion-eid': {
    ...ingestion,
    code: 'not-in-list',
    example: { subject: 'event', kind: 'interact', wrong: { eid: 'CLICK' }, right: { eid: 'INTERACT' } },
  },
  'ingestion-size': {
    ...ingestion,
    code: 'out-of-range',
    example: null,
    fate: { step: 'extractor', reason: 'too-large', params: { amount: 1, unit: 'MiB' } },
  },
  'ingestion-missing': {
    ...ingestion,
    code: 'missing',
    example: {
      subject: 'event',
      kind: 'impression',
      wrong: { 'edata.uri': undefined },
      right: { 'edata.uri': 'https://learn.example.org/lesson/water-cycle' },
    },
  },
  'ingestion-extra': {
    ...ingestion,
    code: 'unknown-field',
    example: {
      subject: 'event',
      kind: 'interact',
      wrong: { 'edata.color': 'blue' },
      right: { 'edata.color': undefined },
    },
  },
  'ingestion-type': {
    ...ingestion,
    code: 'wrong-type',
    example: {
      subject: 'event',
      kind: 'interact',
      wrong: { 'edata.id': 17 },
      right: { 'edata.id': 'play-button' },
    },
  },
  'ingestion-small': {
    ...ingestion,
    code: 'out-of-range',
    example: {
      subject: 'event',
      kind: 'interact',
      wrong: { 'context.channel': '' },
      right: { 'context.channel': 'learn.example.org' },
    },
  },
  'ingestion-list': {
    ...ingestion,
    code: 'not-in-list',
    example: { subject: 'event', kind: 'interact', wrong: { ver: '2.2' }, right: { ver: '3.0' } },
  },

  'ets-in-seconds': {
    ...hint,
    code: 'wrong-unit',
    example: { subject: 'event', kind: 'audit', wrong: { ets: 1763620200 }, right: { ets: 1763620200000 } },
  },
  'duration-in-milliseconds': {
    ...hint,
    code: 'wrong-unit',
    example: {
      subject: 'call',
      kind: 'end',
      wrong: { 'data.duration': 1911426 },
      right: { 'data.duration': 1911.426 },
    },
  },
  'duration-is-timestamp': {
    ...hint,
    code: 'wrong-unit',
    example: {
      subject: 'call',
      kind: 'end',
      wrong: { 'data.duration': 1763620200.2 },
      right: { 'data.duration': 64 },
    },
  },
  'ets-in-future': {
    ...hint,
    code: 'event-age',
    example: {
      subject: 'event',
      kind: 'interact',
      wrong: { ets: 1763706600000, syncts: 1763620200000 },
      right: { ets: 1763620199000, syncts: 1763620200000 },
    },
  },
  'ets-too-old': {
    ...hint,
    code: 'event-age',
    example: {
      subject: 'event',
      kind: 'interact',
      wrong: { ets: 1753620200000, syncts: 1763620200000 },
      right: { ets: 1763620199000, syncts: 1763620200000 },
    },
  },
  'placeholder-id': {
    ...hint,
    code: 'placeholder',
    example: {
      subject: 'call',
      kind: 'interact',
      wrong: { 'data.id': '[object Object]' },
      right: { 'data.id': 'play-button' },
    },
  },
  'user-agent-as-pid': {
    ...hint,
    code: 'misplaced-value',
    example: {
      subject: 'event',
      kind: 'interact',
      wrong: { 'context.pdata': { id: 'demo.portal', pid: 'Mozilla/5.0 (X11; Linux x86_64)', ver: '1.0' } },
      right: { 'context.pdata': { id: 'demo.portal', pid: 'demo-portal', ver: '1.0' } },
    },
  },
  'url-as-pageid': {
    ...hint,
    code: 'misplaced-value',
    example: {
      subject: 'call',
      kind: 'impression',
      wrong: { 'data.pageid': 'https://learn.example.org/lesson/do_1?tab=2' },
      right: { 'data.pageid': 'lesson' },
    },
  },
  'empty-object': {
    ...hint,
    code: 'empty-object',
    example: {
      subject: 'event',
      kind: 'interact',
      wrong: { object: {} },
      right: { object: { id: 'do_21340987654321012', type: 'Content' } },
    },
  },
  'json-as-text': {
    ...hint,
    code: 'json-as-text',
    example: {
      subject: 'event',
      kind: 'audit',
      wrong: { 'edata.state': '{}' },
      right: { 'edata.state': 'Live' },
    },
  },
  'whole-event': {
    ...cause,
    code: 'wrapped',
    example: {
      subject: 'call',
      kind: 'interact',
      wrong: { data: { eid: 'INTERACT', ets: 1763620200000, edata: { type: 'TOUCH', id: 'play-button' } } },
      right: { data: { type: 'TOUCH', id: 'play-button' } },
    },
  },
  'nested-edata': {
    ...cause,
    code: 'wrapped',
    example: {
      subject: 'call',
      kind: 'interact',
      wrong: { data: { edata: { type: 'TOUCH', id: 'play-button' } } },
      right: { data: { type: 'TOUCH', id: 'play-button' } },
    },
  },
  'edata-as-config': {
    ...cause,
    code: 'misplaced-value',
    example: {
      subject: 'call',
      kind: 'start',
      wrong: { config: { type: 'player', mode: 'play', stageid: 'water-cycle-intro' }, data: {} },
      right: { data: { type: 'player', mode: 'play', stageid: 'water-cycle-intro' } },
    },
  },
  'earlier-eid': {
    ...cause,
    code: 'earlier-version',
    example: { subject: 'event', kind: 'response', wrong: { eid: 'OE_ITEM_RESPONSE' }, right: { eid: 'RESPONSE' } },
  },
  'personal-email': {
    ...hint,
    code: 'personal-data',
    example: {
      subject: 'call',
      kind: 'log',
      wrong: { 'data.message': 'Mail to learner@mail.example.org failed' },
      right: { 'data.message': 'Mail failed' },
    },
  },
  'personal-phone': {
    ...hint,
    code: 'personal-data',
    example: {
      subject: 'call',
      kind: 'log',
      wrong: { 'data.message': 'OTP sent to +91 98765 43210' },
      right: { 'data.message': 'OTP sent' },
    },
  },

  'duplicate-mid': {
    code: 'duplicate-mid',
    severity: 'warning',
    ruleSets: [STREAM_RULE_SET],
    example: null,
    fate: { step: 'druid-validator', reason: 'duplicate', params: { row: 1 } },
  },

  'end-without-start': {
    ...sessionRule,
    ...error,
    code: 'end-without-start',
    example: {
      subject: 'session',
      wrong: [
        [0, 'IMPRESSION', LIBRARY],
        [60, 'END', PLAY],
      ],
      right: [
        [0, 'START', PLAY],
        [60, 'END', PLAY],
      ],
    },
  },
  'start-twice': {
    ...sessionRule,
    code: 'start-twice',
    example: {
      subject: 'session',
      wrong: [
        [0, 'START', PLAY],
        [60, 'START', PLAY],
        [90, 'END', PLAY],
      ],
      right: [
        [0, 'START', PLAY],
        [60, 'END', PLAY],
      ],
    },
  },
  'never-ended': {
    ...sessionRule,
    code: 'never-ended',
    example: {
      subject: 'session',
      wrong: [
        [0, 'START', PLAY],
        [3_600, 'IMPRESSION', LIBRARY],
      ],
      right: [
        [0, 'START', PLAY],
        [60, 'END', PLAY],
        [3_600, 'IMPRESSION', LIBRARY],
      ],
    },
  },
  'end-differs': {
    ...sessionRule,
    ...error,
    code: 'end-differs',
    example: {
      subject: 'session',
      wrong: [
        [0, 'START', PLAY],
        [60, 'END', { type: 'content', mode: 'preview' }],
      ],
      right: [
        [0, 'START', PLAY],
        [60, 'END', PLAY],
      ],
    },
  },
  'wrong-nesting': {
    ...sessionRule,
    code: 'wrong-nesting',
    example: {
      subject: 'session',
      wrong: [
        [0, 'START', PLAY],
        [5, 'START', QUIZ],
        [60, 'END', PLAY],
      ],
      right: [
        [0, 'START', PLAY],
        [5, 'START', QUIZ],
        [59, 'END', QUIZ],
        [60, 'END', PLAY],
      ],
    },
  },
  'duration-differs': {
    ...sessionRule,
    code: 'duration-differs',
    example: {
      subject: 'session',
      wrong: [
        [0, 'START', PLAY],
        [720, 'END', { ...PLAY, duration: 12 }],
      ],
      right: [
        [0, 'START', PLAY],
        [720, 'END', { ...PLAY, duration: 720 }],
      ],
    },
  },
  'summary-starttime': summaryRule('starttime', START_ETS + 60_000, START_ETS),
  'summary-endtime': summaryRule('endtime', START_ETS + 600_000, START_ETS + 60_000),
  'summary-timespent': summaryRule('timespent', 12, 60),
  'summary-pageviews': summaryRule('pageviews', 5, 1),
  'summary-interactions': summaryRule('interactions', 8, 0),
  'session-split': {
    ...sessionRule,
    code: 'session-split',
    example: {
      subject: 'session',
      wrong: [
        [0, 'IMPRESSION', LIBRARY, { sid: 's1', did: 'd1' }],
        [5, 'START', PLAY, { sid: 's1', did: 'd2' }],
        [9, 'END', PLAY, { sid: 's1', did: 'd2' }],
      ],
      right: [
        [0, 'IMPRESSION', LIBRARY, { sid: 's1', did: 'd1' }],
        [5, 'START', PLAY, { sid: 's1', did: 'd1' }],
        [9, 'END', PLAY, { sid: 's1', did: 'd1' }],
      ],
    },
  },
  'ets-against-calls': {
    ...sessionRule,
    ...notice,
    code: 'ets-against-calls',
    example: {
      subject: 'session',
      wrong: [
        [5, 'IMPRESSION', LIBRARY],
        [3, 'INTERACT', { ...TOUCH, pageid: 'library' }],
      ],
      right: [
        [5, 'IMPRESSION', LIBRARY],
        [6, 'INTERACT', { ...TOUCH, pageid: 'library' }],
      ],
    },
  },
  'page-not-impressed': {
    ...sessionRule,
    code: 'page-not-impressed',
    example: {
      subject: 'session',
      wrong: [
        [0, 'IMPRESSION', LIBRARY],
        [3, 'INTERACT', { ...TOUCH, pageid: 'lesson' }],
      ],
      right: [
        [0, 'IMPRESSION', LIBRARY],
        [2, 'IMPRESSION', { type: 'view', pageid: 'lesson' }],
        [3, 'INTERACT', { ...TOUCH, pageid: 'lesson' }],
      ],
    },
  },

  'schema-missing': {
    ...schemaRule,
    code: 'missing',
    example: schemaExample(
      { required: ['pageid'] },
      { 'edata.pageid': undefined },
      { 'edata.pageid': 'home' },
      {
        code: 'missing',
        path: ['edata', 'pageid'],
        params: { reason: 'schema-missing', ...schemaLocation('required') },
      },
    ),
  },
  'schema-type': {
    ...schemaRule,
    code: 'wrong-type',
    example: schemaExample(
      { properties: { pageid: { type: 'string' } } },
      { 'edata.pageid': 7 },
      { 'edata.pageid': 'home' },
      {
        code: 'wrong-type',
        path: ['edata', 'pageid'],
        params: {
          reason: 'schema-type',
          expected: 'string',
          found: { reason: 'found-value', type: 'number', value: '7' },
          ...schemaLocation('type', 'properties/pageid/'),
        },
      },
    ),
  },
  'schema-list': {
    ...schemaRule,
    code: 'not-in-list',
    example: schemaExample(
      { properties: { type: { enum: ['CLICK', 'TOUCH'] } } },
      { 'edata.type': 'SHOW' },
      { 'edata.type': 'TOUCH' },
      {
        code: 'not-in-list',
        path: ['edata', 'type'],
        params: {
          reason: 'schema-list',
          allowed: ['CLICK', 'TOUCH'],
          found: { reason: 'found-value', type: 'string', value: '"SHOW"' },
          ...schemaLocation('enum', 'properties/type/'),
        },
      },
    ),
  },
  'schema-limit': {
    ...schemaRule,
    code: 'out-of-range',
    example: schemaExample(
      { properties: { id: { minLength: 3 } } },
      { 'edata.id': 'a' },
      { 'edata.id': 'play' },
      {
        code: 'out-of-range',
        path: ['edata', 'id'],
        params: {
          reason: 'schema-limit',
          limit: 3,
          found: { reason: 'found-value', type: 'string', value: '"a"' },
          ...schemaLocation('minLength', 'properties/id/'),
        },
      },
    ),
  },
  'schema-extra': {
    ...schemaRule,
    code: 'unknown-field',
    example: schemaExample(
      { properties: { type: {}, subtype: {}, id: {}, pageid: {}, extra: {} }, additionalProperties: false },
      { 'edata.title': 'Home' },
      { 'edata.title': undefined },
      {
        code: 'unknown-field',
        path: ['edata', 'title'],
        params: { reason: 'schema-extra', ...schemaLocation('additionalProperties') },
      },
    ),
  },
  'schema-keyword': {
    ...schemaRule,
    code: 'contradiction',
    example: schemaExample(
      { properties: { type: { not: { const: 'OTHER' } } } },
      { 'edata.type': 'OTHER' },
      { 'edata.type': 'TOUCH' },
      {
        code: 'contradiction',
        path: ['edata', 'type'],
        params: { reason: 'schema-not', ...schemaLocation('not', 'properties/type/') },
      },
    ),
  },
  'schema-unchecked': {
    ...schemaRule,
    code: 'out-of-range',
    severity: 'warning',
    example: null,
  },

  'unlisted-findings': {
    code: 'wrong-type',
    ...notice,
    ...definitionAndEnvelope,
    example: null,
  },
};
