import type { EventKind } from '#core/telemetry/kinds';

/**
 * Fields that an event must have.
 * The event may have other fields, too. A value is JSON, an asymmetric matcher such as `expect.any(String)`, a regular
 * expression for a string, or `undefined` for a field that must be absent. Objects are compared field by field at any
 * depth. Arrays must have the same number of items.
 *
 * `eid` or `kind` determines the fields of `edata`. To match an `eid` other than those of V3, use a regular expression.
 * To match custom fields in an event of a V3 kind, use `edata: expect.objectContaining({ … })`.
 */
export type PartialEvent =
  | { readonly [Kind in EventKind]: EventOfKind<Kind> }[EventKind]
  | (EnvelopePattern & { readonly eid?: undefined; readonly kind?: undefined; readonly edata?: AnyEdataPattern })
  | (EnvelopePattern & {
      readonly eid: RegExp;
      readonly kind?: undefined;
      readonly edata?: unknown;
    });

type EventOfKind<Kind extends EventKind> =
  | (EnvelopePattern & {
      readonly eid: Uppercase<Kind>;
      readonly kind?: Kind;
      readonly edata?: EdataPattern<Kind>;
    })
  /** The kind in lower case, such as `interact`; equivalent to `eid: 'INTERACT'`. */
  | (EnvelopePattern & {
      readonly kind: Kind;
      readonly eid?: undefined;
      readonly edata?: EdataPattern<Kind>;
    });

type EdataPattern<Kind extends EventKind> = (typeof edataFieldNames)[Kind] extends readonly []
  ? object
  : { readonly [Field in (typeof edataFieldNames)[Kind][number]]?: unknown };

/** The `edata` fields of all kinds together. */
type AnyEdataPattern = { readonly [Field in (typeof edataFieldNames)[EventKind][number]]?: unknown };

interface EnvelopePattern {
  readonly ets?: unknown;
  readonly ver?: unknown;
  readonly mid?: unknown;
  readonly actor?: unknown;
  readonly context?: unknown;
  readonly object?: unknown;
  readonly tags?: unknown;
}

/** The fields of `edata` by kind. A kind with an empty list allows any fields. */
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
