/** The fields of `edata` of each kind, as its definition lists them. A kind without any takes all. */
export const edataFieldNames = {
  start: ['type', 'mode', 'stageid'],
  impression: ['type', 'subtype', 'pageid', 'itype', 'stageto'],
  interact: ['type', 'subtype', 'id', 'pageid', 'extra'],
  assess: ['item', 'pass', 'score', 'resvalues', 'duration'],
  response: ['target', 'qid', 'type', 'values'],
  interrupt: ['type', 'pageid', 'eventid'],
  feedback: ['contentId', 'rating', 'comments'],
  share: ['dir', 'type', 'items'],
  audit: ['props', 'state', 'prevstate'],
  error: ['err', 'errtype', 'stacktrace'],
  heartbeat: [],
  log: ['type', 'level', 'message', 'params'],
  search: ['type', 'query', 'filters', 'sort', 'correlationid', 'size', 'topn'],
  metrics: [],
  summary: [
    'type',
    'mode',
    'starttime',
    'endtime',
    'timespent',
    'pageviews',
    'interactions',
    'envsummary',
    'eventssummary',
    'pagesummary',
  ],
  exdata: ['type', 'data'],
  end: ['contentId', 'type', 'duration', 'pageid', 'summary'],
} as const;

/** The fields of an event around `edata`. */
export const envelopeFieldNames = ['eid', 'ets', 'ver', 'mid', 'actor', 'context', 'object', 'tags', 'edata'] as const;
