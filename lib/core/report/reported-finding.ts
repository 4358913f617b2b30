import type { JsonObject, JsonPath } from '#core/json/json';
import type { EventFate } from '#core/pipeline/event-fate';
import type { ObservedFate } from '#core/pipeline/observed-fate';
import type { RuleSetVerdicts } from '#core/rules/rule-set-verdicts';
import type { Severity } from '#core/telemetry/findings';
import type { EventKind } from '#core/telemetry/kinds';

/**
 * A finding as a report shows it: with its sentence.
 * Its rule set and code are texts, as what reads a file has findings of its own (`format`), and rule sets of a team may
 * come.
 */
export interface ReportedFinding {
  readonly ruleSet: string;
  readonly severity: Severity;
  readonly code: string;
  readonly path: JsonPath;
  readonly params: JsonObject;
  /** In English. */
  readonly message: string;
  /** The page that explains it, with its anchor: its URL, or its path in the repository until it is published. */
  readonly page: string;
  /** Set if the baseline has it: it is shown, and fails nothing. */
  readonly known?: true;
  /** The other items that it refers to. Absent for none. */
  readonly related?: readonly RelatedItem[];
}

/** The request of a HAR file or of a Postman collection that carries an item. */
export interface RequestOrigin {
  /** Its number in the file, from 1. */
  readonly entry: number;
  readonly url: string;
}

/** The item that a finding of another item refers to. */
export type RelatedItem = Pick<ReportedItem, 'index' | 'file' | 'line' | 'request'>;

/** An item with its findings, as a report shows it. */
export interface ReportedItem {
  /** Its index among all items, from 0. */
  readonly index: number;
  readonly file: string;
  /** From 1. */
  readonly line: number;
  readonly kind: EventKind | null;
  readonly verdict: 'valid' | 'invalid' | 'unknown';
  /** Absent unless an item of a file was checked. */
  readonly verdicts?: RuleSetVerdicts;
  readonly eid: string | null;
  readonly mid: string | null;
  /** The request that carried it, if the file is a HAR file or a Postman collection. */
  readonly request?: RequestOrigin;
  readonly findings: readonly ReportedFinding[];
  /** What becomes of it behind the collector. Absent unless that is asked. */
  readonly fate?: ReportedFate;
}

/** The fate of an event as the output has it. */
export type ReportedFate = EventFate & {
  /** In English. */
  readonly message: string;
  /** What the pipeline wrote into the event. Absent if it wrote nothing. */
  readonly observed?: ObservedFate & { readonly message: string };
  /** The first event of a duplicate. */
  readonly related?: RelatedItem;
};

/**
 * Returns the location of an item in English: `line 3`, or the request that carried it.
 * A HAR file is often one line.
 */
export function placeOfItem({ line, request }: Pick<ReportedItem, 'line' | 'request'>): string {
  return request === undefined ? `line ${line}` : `request ${request.entry}, ${request.url}`;
}

/** `events.ndjson:3`, or `requests.har, request 12, https://example.org/v1/telemetry`. */
export function itemPlace({ file, line, request }: Pick<ReportedItem, 'file' | 'line' | 'request'>): string {
  const name = file === '-' ? 'stdin' : file;
  return request === undefined ? `${name}:${line}` : `${name}, ${placeOfItem({ line, request })}`;
}

/** Related items that a message names. */
const MAX_NAMED_ITEMS = 3;

/** Returns the message of a finding for places that show no related items: it names them. */
export function messageWithRelated({ message, related = [] }: Pick<ReportedFinding, 'message' | 'related'>): string {
  const places = related.slice(0, MAX_NAMED_ITEMS).map(itemPlace).join(', ');
  return places === '' ? message : `${message} (see ${places})`;
}

/** Returns the same for places with a line only: it names the request of the item, too. */
export function locatedMessage(
  finding: Pick<ReportedFinding, 'message' | 'related'>,
  { line, request }: Pick<ReportedItem, 'line' | 'request'>,
): string {
  const message = messageWithRelated(finding);
  return request === undefined ? message : `${message} (${placeOfItem({ line, request })})`;
}
