import type { JsonObject, JsonPath } from '#core/json/json';
import type { EventFate } from '#core/pipeline/event-fate';
import type { ObservedFate } from '#core/pipeline/observed-fate';
import type { RuleSetVerdicts } from '#core/rules/rule-set-verdicts';
import type { Severity } from '#core/telemetry/findings';
import type { EventKind } from '#core/telemetry/kinds';

/**
 * A finding with its sentence, as in a report.
 * Rule set and code are strings, because the file reader has its own findings (`format`), as have rule sets of a team.
 */
export interface ReportedFinding {
  readonly ruleSet: string;
  readonly severity: Severity;
  readonly code: string;
  readonly path: JsonPath;
  readonly params: JsonObject;
  /** English sentence. */
  readonly message: string;
  /** The documentation page with its anchor: a URL, or a path in the repository if not published. */
  readonly page: string;
  /** Set if the finding is in the baseline. It is shown, but fails no check. */
  readonly known?: true;
  /** The other items to which the finding refers. Absent if there are none. */
  readonly related?: readonly RelatedItem[];
}

/** The request of a HAR file or of a Postman collection that carries an item. */
export interface RequestOrigin {
  /** Number of the request in the file, from 1. */
  readonly entry: number;
  readonly url: string;
}

/** The item that a finding of another item refers to. */
export type RelatedItem = Pick<ReportedItem, 'index' | 'file' | 'line' | 'request'>;

/** An item with its findings, as in a report. */
export interface ReportedItem {
  /** Index of the item among all items, from 0. */
  readonly index: number;
  readonly file: string;
  /** Counts from 1. */
  readonly line: number;
  readonly kind: EventKind | null;
  readonly verdict: 'valid' | 'invalid' | 'unknown';
  /** Verdicts by rule set. Absent unless the item is from a checked file. */
  readonly verdicts?: RuleSetVerdicts;
  readonly eid: string | null;
  readonly mid: string | null;
  /** The request that carried the item, if the file is a HAR file or a Postman collection. */
  readonly request?: RequestOrigin;
  readonly findings: readonly ReportedFinding[];
  /** The fate of the event behind the collector. Absent unless requested. */
  readonly fate?: ReportedFate;
}

/** The fate of an event, as in the output. */
export type ReportedFate = EventFate & {
  /** English sentences. */
  readonly message: string;
  /** The fate that the pipeline recorded in the event. Absent if there is none. */
  readonly observed?: ObservedFate & { readonly message: string };
  /** The earlier event, if the fate is that of a duplicate. */
  readonly related?: RelatedItem;
};

/**
 * Returns the location of an item in its file, in English: `line 3`, or the request that carried it.
 * A HAR file is often one line.
 */
export function locationInFile({ line, request }: Pick<ReportedItem, 'line' | 'request'>): string {
  return request === undefined ? `line ${line}` : `request ${request.entry}, ${request.url}`;
}

/** Returns `events.ndjson:3`, or `requests.har, request 12, https://example.org/v1/telemetry`. */
export function itemLocation({ file, line, request }: Pick<ReportedItem, 'file' | 'line' | 'request'>): string {
  const name = file === '-' ? 'stdin' : file;
  return request === undefined ? `${name}:${line}` : `${name}, ${locationInFile({ line, request })}`;
}

const MAX_RELATED_ITEMS = 3;

/** Returns the message of a finding including its related items, for formats without a field for them. */
export function messageWithRelated({ message, related = [] }: Pick<ReportedFinding, 'message' | 'related'>): string {
  const locations = related.slice(0, MAX_RELATED_ITEMS).map(itemLocation).join(', ');
  return locations === '' ? message : `${message} (see ${locations})`;
}

/**
 * Returns the message including related items and the request.
 * For formats whose location is only a line number.
 */
export function messageWithLocation(
  finding: Pick<ReportedFinding, 'message' | 'related'>,
  { line, request }: Pick<ReportedItem, 'line' | 'request'>,
): string {
  const message = messageWithRelated(finding);
  return request === undefined ? message : `${message} (${locationInFile({ line, request })})`;
}
