import type { EventKind } from '#core/telemetry/kinds';

/**
 * The fields of a kind in section 6 of the specification.
 * They are transcribed independently of the definitions, so that tests can compare both.
 */
interface DocumentedKind {
  readonly signature: readonly string[];
  /** Required fields without a default, by argument name. */
  readonly required: readonly string[];
  /** Required fields with a default. */
  readonly defaults?: readonly string[];
  readonly optional?: readonly string[];
  readonly lists?: Readonly<Record<string, readonly string[]>>;
}

const activities = ['app', 'session', 'editor', 'player', 'workflow', 'assessment'];

export const documentedKinds: Readonly<Record<EventKind, DocumentedKind>> = {
  start: {
    signature: ['config', 'contentId', 'contentVer', 'data'],
    required: ['contentId', 'data', 'data.type', 'data.mode', 'data.stageid'],
    defaults: ['contentVer'],
    optional: ['config'],
    lists: { 'data.type': activities, 'data.mode': ['preview', 'edit', 'play'] },
  },
  impression: {
    signature: ['data'],
    required: ['data', 'data.type', 'data.pageid'],
    optional: ['data.subtype', 'data.itype', 'data.stageto'],
    lists: {
      'data.type': ['list', 'detail', 'view', 'edit', 'workflow', 'search'],
      'data.itype': ['SWIPE', 'SCRUB', 'AUTO'],
    },
  },
  interact: {
    signature: ['data'],
    required: ['data', 'data.type', 'data.id', 'data.extra.pos.0.x', 'data.extra.pos.1.y'],
    optional: [
      'data.subtype',
      'data.pageid',
      'data.extra',
      'data.extra.pos',
      'data.extra.pos.0.z',
      'data.extra.values',
      'data.extra.tid',
      'data.extra.uri',
    ],
    lists: {
      'data.type':
        'TOUCH DRAG DROP PINCH ZOOM SHAKE ROTATE SPEAK LISTEN WRITE DRAW START END CHOOSE ACTIVATE SHOW HIDE SCROLL HEARTBEAT OTHER'.split(
          ' ',
        ),
    },
  },
  assess: {
    signature: ['data'],
    required: ['data', 'data.item', 'data.item.id', 'data.resvalues', 'data.duration'],
    defaults: ['data.pass', 'data.score'],
    optional: 'maxscore exlength params uri desc title mmc mc'.split(' ').map((name) => `data.item.${name}`),
    lists: { 'data.pass': ['Yes', 'No'] },
  },
  response: {
    signature: ['data'],
    required: [
      'data',
      'data.target',
      'data.target.id',
      'data.target.ver',
      'data.target.type',
      'data.target.parent.type',
      'data.qid',
      'data.type',
      'data.values',
    ],
    optional: ['data.target.parent', 'data.target.parent.id'],
    lists: { 'data.type': ['CHOOSE', 'DRAG', 'SELECT', 'MATCH', 'INPUT', 'SPEAK', 'WRITE'] },
  },
  interrupt: { signature: ['data'], required: ['data', 'data.type'], optional: ['data.pageid', 'data.eventid'] },
  feedback: {
    signature: ['data'],
    required: ['data', 'data.contentId'],
    optional: ['data.rating', 'data.comments'],
  },
  share: {
    signature: ['data'],
    required: ['data', 'data.items'],
    optional: [
      'data.dir',
      'data.type',
      'data.items.0.obj',
      'data.items.0.obj.id',
      'data.items.0.obj.type',
      'data.items.0.obj.ver',
      'data.items.0.params',
      'data.items.0.origin',
      'data.items.0.origin.id',
      'data.items.0.origin.type',
      'data.items.0.to',
      'data.items.0.to.id',
      'data.items.0.to.type',
    ],
    lists: { 'data.dir': ['In', 'Out'], 'data.type': ['File', 'Link', 'Message'] },
  },
  audit: {
    signature: ['data'],
    required: ['data', 'data.edata'],
    optional: ['data.edata.props', 'data.edata.state', 'data.edata.prevstate'],
  },
  error: {
    signature: ['error'],
    required: ['error', 'error.err', 'error.errtype', 'error.stacktrace'],
    lists: { 'error.errtype': ['SYSTEM', 'MOBILEAPP', 'CONTENT'] },
  },
  heartbeat: { signature: ['data'], required: ['data', 'data.edata'] },
  log: {
    signature: ['data'],
    required: ['data', 'data.type', 'data.level', 'data.message'],
    optional: ['data.params'],
    lists: { 'data.level': ['TRACE', 'DEBUG', 'INFO', 'WARN', 'ERROR', 'FATAL'] },
  },
  search: {
    signature: ['data'],
    required: ['data', 'data.type', 'data.query', 'data.size', 'data.topn'],
    optional: ['data.filters', 'data.sort', 'data.correlationid'],
  },
  metrics: { signature: ['data'], required: ['data', 'data.edata'] },
  summary: {
    signature: ['data'],
    required: [
      'data',
      'data.edata',
      ...'type starttime endtime timespent pageviews interactions'.split(' ').map((name) => `data.edata.${name}`),
    ],
    optional: [
      'data.edata.mode',
      'data.edata.envsummary',
      ...'env timespent visits'.split(' ').map((name) => `data.edata.envsummary.0.${name}`),
      'data.edata.eventssummary',
      ...'id count'.split(' ').map((name) => `data.edata.eventssummary.0.${name}`),
      'data.edata.pagesummary',
      ...'id type env timespent visits'.split(' ').map((name) => `data.edata.pagesummary.0.${name}`),
    ],
  },
  exdata: { signature: ['data'], required: ['data'], optional: ['data.type', 'data.data'] },
  end: {
    signature: ['data'],
    required: ['data', 'data.contentId', 'data.type', 'data.duration'],
    optional: ['data.pageid', 'data.summary'],
    lists: { 'data.type': activities },
  },
};
