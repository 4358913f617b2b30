import type { Json } from '#core/json/json';
import {
  type FindingCode,
  type RuleSetId,
  type Severity,
  STREAM_RULE_SET,
  type StreamFindingCode,
} from '#core/telemetry/findings';
import type { EventKind } from '#core/telemetry/kinds';
import type { RuleId } from './rule-anchor';

/** Values by dotted path. `undefined` means that the place is not set. */
export type ExampleValues = Readonly<Record<string, Json | undefined>>;

export type RuleExample =
  /** The sample of a kind with some places changed: first so that the rule finds them, then so that it does not. */
  | {
      readonly subject: 'call' | 'event';
      readonly kind: EventKind;
      readonly wrong: ExampleValues;
      readonly right: ExampleValues;
    }
  /** A whole item of a file, or of the events of a batch. */
  | { readonly subject: 'file-item' | 'batch-item'; readonly wrong: Json; readonly right: Json };

/** What the rule reference says of a rule. All texts are English; the interface translates them. */
export interface DocumentedRule {
  readonly code: FindingCode | StreamFindingCode;
  readonly severity: Severity;
  readonly ruleSets: readonly RuleSetId[];
  readonly title: string;
  readonly meaning: string;
  readonly fix: string;
  /** `null` if an example would be too large to read, or is of several events. */
  readonly example: RuleExample | null;
}

const error = { severity: 'error' } as const;
const notice = { severity: 'info' } as const;
const definition = { ruleSets: ['definition'] } as const;
const envelope = { ruleSets: ['envelope'] } as const;
const both = { ruleSets: ['definition', 'envelope'] } as const;
const privacy = { ruleSets: ['privacy'], code: 'secret' } as const;
const ingestion = { ruleSets: ['ingestion'], ...error } as const;

const JWT = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJzYW1wbGUifQ.c2FtcGxl';

/** Every rule by the reason of its findings, in the order of the reference. */
export const documentedRules: Readonly<Record<RuleId, DocumentedRule>> = {
  missing: {
    code: 'missing',
    ...error,
    ...both,
    title: 'Required field not set',
    meaning: 'The definition requires the field. An absent field and null both count as not set.',
    fix: 'Set the field to a value of the expected type.',
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
    title: 'Default applies',
    meaning: 'The definition requires the field and gives it a default. Readers of the event assume the default.',
    fix: 'Set the field, or accept the default.',
    example: { subject: 'call', kind: 'start', wrong: { contentVer: undefined }, right: { contentVer: '1.0' } },
  },
  'missing-with': {
    code: 'missing',
    ...error,
    ...definition,
    title: 'Field required by another field',
    meaning: 'The field is required as soon as another field is set.',
    fix: 'Set both fields, or neither.',
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
    title: 'No event type',
    meaning: 'The event has no eid, so nothing else in it can be checked.',
    fix: 'Set eid to one of the 17 event types. SDKs set it from the method.',
    example: { subject: 'event', kind: 'interact', wrong: { eid: undefined }, right: { eid: 'INTERACT' } },
  },

  'wrong-type': {
    code: 'wrong-type',
    ...error,
    ...both,
    title: 'Wrong type',
    meaning:
      'The value has another JSON type than the definition asks for. A number in a string is a string, and so is JSON text.',
    fix: 'Convert the value before you send it.',
    example: { subject: 'call', kind: 'end', wrong: { 'data.duration': '64' }, right: { 'data.duration': 64 } },
  },
  'not-one-pair': {
    code: 'wrong-type',
    ...error,
    ...definition,
    title: 'Not a single key-value pair',
    meaning: 'The definition asks for a list of objects with exactly one key each.',
    fix: 'Give each pair an object of its own.',
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
    title: 'Event type is not a string',
    meaning: 'eid must be the name of an event type, in upper case.',
    fix: 'Set eid to one of the 17 event types.',
    example: { subject: 'event', kind: 'interact', wrong: { eid: 5 }, right: { eid: 'INTERACT' } },
  },
  'not-an-event': {
    code: 'wrong-type',
    ...error,
    ...envelope,
    title: 'Not an event',
    meaning: 'A batch holds something that is not an object.',
    fix: 'Check the code that fills the events array of the request.',
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
    title: 'Neither a call nor an event',
    meaning: 'An item of a file is not an object.',
    fix: 'Write each item as a call {"method", "args"} or as an event {"eid", …}.',
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
    title: 'Object without method and eid',
    meaning: 'An item of a file is an object, but it has neither method nor eid.',
    fix: 'Write each item as a call {"method", "args"} or as an event {"eid", …}.',
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
    title: 'Arguments are not an array',
    meaning: 'An item of a file is a call whose args is not an array.',
    fix: 'Put the arguments into an array, in the order of the method.',
    example: {
      subject: 'file-item',
      wrong: { method: 'interrupt', args: { type: 'background' } },
      right: { method: 'interrupt', args: [{ type: 'background' }] },
    },
  },

  'not-a-kind': {
    code: 'not-in-list',
    ...error,
    ...both,
    title: 'Unknown event type',
    meaning: 'The method or eid is not one of the 17 event types of V3. The rest of the event cannot be checked.',
    fix: 'Use one of the 17 event types. For your own data use EXDATA or LOG.',
    example: { subject: 'event', kind: 'interact', wrong: { eid: 'CLICK' }, right: { eid: 'INTERACT' } },
  },
  'not-listed': {
    code: 'not-in-list',
    ...error,
    ...both,
    title: 'Value not allowed',
    meaning: 'The definition gives the field a closed list of values. The value is not in it.',
    fix: 'Use a value of the list that says the same.',
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
    ...both,
    title: 'Value in other letter case',
    meaning: 'Values of closed lists are case-sensitive. The value differs from a listed one in letter case only.',
    fix: 'Write the value as the list has it.',
    example: { subject: 'call', kind: 'log', wrong: { 'data.level': 'info' }, right: { 'data.level': 'INFO' } },
  },
  'not-listed-for': {
    code: 'not-in-list',
    ...error,
    ...definition,
    title: 'Value not allowed with another field',
    meaning: 'The list of the field is closed while another field has a certain value.',
    fix: 'Use a value of the list, or change the other field.',
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
    title: 'Value not named by the definition',
    meaning: 'The definition names values for the field, without saying that there are no others.',
    fix: 'Use a named value if one fits. Otherwise keep yours: the event is valid.',
    example: { subject: 'call', kind: 'search', wrong: { 'data.type': 'library' }, right: { 'data.type': 'content' } },
  },

  'empty-string': {
    code: 'out-of-range',
    ...error,
    ...both,
    title: 'String too short',
    meaning: 'The field must have at least one character.',
    fix: 'Set the field to a value that identifies the event.',
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
    ...both,
    title: 'Empty identifier',
    meaning: 'The field names something, and it is an empty string. Reports then have a row without a name.',
    fix: 'Set the identifier, or leave an optional field unset.',
    example: { subject: 'call', kind: 'interact', wrong: { 'data.id': '' }, right: { 'data.id': 'play-button' } },
  },
  'not-between': {
    code: 'out-of-range',
    ...error,
    ...definition,
    title: 'Number out of range',
    meaning: 'The definition gives the field bounds. The number is outside of them.',
    fix: 'Scale the number to the range of the field.',
    example: { subject: 'call', kind: 'assess', wrong: { 'data.score': 85 }, right: { 'data.score': 0.85 } },
  },
  'below-recommended': {
    code: 'out-of-range',
    ...notice,
    ...both,
    title: 'Number unusually small',
    meaning: 'The number cannot be meant: a duration, count or time below zero.',
    fix: 'Check how the number is computed. Often the start and end times are swapped.',
    example: { subject: 'call', kind: 'end', wrong: { 'data.duration': -64 }, right: { 'data.duration': 64 } },
  },

  'unlisted-field': {
    code: 'unknown-field',
    ...notice,
    ...both,
    title: 'Field not in the definition',
    meaning: 'The definition lists the fields of this object, and this one is not among them.',
    fix: 'Remove the field, or send it in a field that the definition leaves open.',
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
    ...both,
    title: 'Field name in other letter case',
    meaning: 'Field names are case-sensitive. The name differs from a listed one in letter case only.',
    fix: 'Write the name as the definition has it.',
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
    title: 'Extra argument',
    meaning: 'The call has more arguments than the method lists. SDKs read an extra one as options.',
    fix: 'Remove the argument.',
    example: { subject: 'call', kind: 'interrupt', wrong: { options: 'player' }, right: { options: undefined } },
  },
  'sdk-options': {
    code: 'extra-argument',
    ...notice,
    ...definition,
    title: 'SDK options',
    meaning:
      'The call has the SDK’s options as its last argument. The definition does not list them, and SDKs accept them.',
    fix: 'Nothing to do if you want them. Both SDK generations keep options for later events.',
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
    title: 'Drag or drop without two positions',
    meaning: 'DRAG and DROP have two positions: where the drag starts and where it ends.',
    fix: 'Send both positions, or another type of interaction.',
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
    title: 'Score 0 of a passed question',
    meaning: 'pass is Yes, and score is 0.',
    fix: 'Send the score that the answer got, or leave score unset: it is then 1.',
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
    title: 'Full score of a failed question',
    meaning: 'pass is No, and score is 1.',
    fix: 'Send the score that the answer got, or leave score unset: it is then 0.',
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
    title: 'Score above the maximum',
    meaning: 'score is greater than maxscore of the same question.',
    fix: 'Check which of the two is wrong.',
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
    title: 'More results than found',
    meaning: 'topn lists more results than size says were found.',
    fix: 'Set size to the number of all results, not of a page of them.',
    example: { subject: 'call', kind: 'search', wrong: { 'data.size': 1 }, right: { 'data.size': 12 } },
  },
  'end-before-start': {
    code: 'contradiction',
    ...notice,
    ...definition,
    title: 'End before start',
    meaning: 'endtime of a summary is before its starttime.',
    fix: 'Check whether the two are swapped, or in different units.',
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
    title: 'More time spent than passed',
    meaning: 'timespent is longer than the time from starttime to endtime. The rounding of pipelines is allowed for.',
    fix: 'Send timespent in seconds.',
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
    title: 'Another actor',
    meaning: 'A test entity is active in this tab, and the event names another actor.',
    fix: 'Check which user the page gives to the SDK, or use the right entity in the popup.',
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
    title: 'Secret in the event',
    meaning: 'A value looks like a token or password: a JSON Web Token, an Authorization header, or a URL with one.',
    fix: 'Remove the value from the event. If the event was sent, revoke the token.',
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
    title: 'Secret by its name',
    meaning: 'The name of the field says that its value is a secret: password, token, apiKey and the like.',
    fix: 'Remove the field from the event. If the event was sent, change the password or revoke the token.',
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
    title: 'Possible secret',
    meaning: 'The field is in an object whose name says that its values are secrets.',
    fix: 'Check what the object holds. Remove it if it holds secrets, or give it another name.',
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
    title: 'Secret in a field name',
    meaning: 'The name of a field looks like a token or password.',
    fix: 'Use another key for the object, such as a user id.',
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
    title: 'Ingestion: unknown event type',
    meaning: 'The ingestion pipeline has no schema for the event type and drops the event.',
    fix: 'Use one of the 17 event types.',
    example: { subject: 'event', kind: 'interact', wrong: { eid: 'CLICK' }, right: { eid: 'INTERACT' } },
  },
  'ingestion-size': {
    ...ingestion,
    code: 'out-of-range',
    title: 'Ingestion: event too large',
    meaning: 'The ingestion pipeline drops an event of more than 1 MiB.',
    fix: 'Send less: a shorter stack trace, fewer items.',
    example: null,
  },
  'ingestion-missing': {
    ...ingestion,
    code: 'missing',
    title: 'Ingestion: required field not set',
    meaning: 'The schemas of the ingestion pipeline require the field, whatever the definition says.',
    fix: 'Set the field.',
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
    title: 'Ingestion: field not allowed',
    meaning: 'The schemas of the ingestion pipeline close the object. One more field, and the event is dropped.',
    fix: 'Remove the field. If the definition asks for it, the pipeline cannot take valid events of this type.',
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
    title: 'Ingestion: wrong type',
    meaning: 'The value has another type than the schemas of the ingestion pipeline ask for.',
    fix: 'Convert the value before you send it.',
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
    title: 'Ingestion: value too small',
    meaning: 'The value is empty, or below the minimum in the schemas of the ingestion pipeline.',
    fix: 'Set the field to a value.',
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
    title: 'Ingestion: value not allowed',
    meaning: 'The value is not in the closed list that the schemas of the ingestion pipeline have.',
    fix: 'Use a value of the list.',
    example: { subject: 'event', kind: 'interact', wrong: { ver: '2.2' }, right: { ver: '3.0' } },
  },

  'duplicate-mid': {
    code: 'duplicate-mid',
    severity: 'warning',
    ruleSets: [STREAM_RULE_SET],
    title: 'Duplicate mid',
    meaning:
      'An earlier event has the same mid: it was sent twice, or two identical calls came within 1 ms. Servers that remove duplicates keep only one. The command line finds it with --stream.',
    fix: 'Send each event once. Make identical calls differ, or set did in the configuration of the SDK.',
    example: null,
  },

  'unlisted-findings': {
    code: 'wrong-type',
    ...notice,
    ...both,
    title: 'More findings than listed',
    meaning:
      'The event has more findings of one severity than the list shows. It has the code of the first one that is not listed.',
    fix: 'Fix the listed findings. The others are mostly the same in further items of an array.',
    example: null,
  },
};
