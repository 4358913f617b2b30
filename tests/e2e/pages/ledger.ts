import type { Frame } from 'playwright';
import type { JourneyState } from '#core/journey/journey-state';
import { journeyState } from '#core/journey/journey-state';
import type { TelemetryRecord } from '#core/journey/record';
import type { Batch } from '#demo/collector/batch';
import { eventsOf } from '#demo/collector/batch';
import { readRecords } from '#tests/drivers/panel-driver';

/** One row of the panel with what the collector received of it. */
export interface LedgerLine {
  /** The `data.id` of the call, by which the page identifies the call. */
  readonly mark: string;
  readonly state: JourneyState;
  /** Number of requests with the event, according to the panel. */
  readonly tries: number;
  /** Number of events with its `mid` that the collector received. */
  readonly arrived: number;
}

export interface Ledger {
  readonly lines: readonly LedgerLine[];
  /** Marks of received events that have no row. */
  readonly strays: readonly string[];
}

/** Combines the panel's rows with the events that the collector received. */
export async function readLedger(panel: Frame, received: readonly Batch[]): Promise<Ledger> {
  const records = await readRecords(panel);
  const arrived = received.flatMap(arrivedEvents);
  const countsByMid = new Map<string, number>();
  for (const { mid } of arrived) countsByMid.set(mid, (countsByMid.get(mid) ?? 0) + 1);
  const mids = new Set(records.map(midOf));
  return {
    lines: records.map((record) => ({
      mark: markOf(record),
      state: journeyState(record),
      tries: record.requests.length,
      arrived: countsByMid.get(midOf(record) ?? '') ?? 0,
    })),
    strays: arrived.filter(({ mid }) => !mids.has(mid)).map(({ edata }) => `${edata.id}`),
  };
}

export function uniformLedger(marks: readonly string[], line: Omit<LedgerLine, 'mark'>): Ledger {
  return { lines: marks.map((mark) => ({ mark, ...line })), strays: [] };
}

/**
 * Returns the ledger of the calls that a frame makes while its page unloads and that the collector received.
 * Chromium ends a frame in another process 500 ms after the unload begins, so a slow machine makes fewer calls. The
 * ledger has at least one call.
 */
export function arrivedLedger(prefix: string, received: readonly Batch[], line: Omit<LedgerLine, 'mark'>): Ledger {
  const arrived = received.flatMap(arrivedEvents).filter(({ edata }) => `${edata.id}`.startsWith(`${prefix}-`));
  return uniformLedger(marksOf(prefix, Math.max(1, arrived.length)), line);
}

/** Returns the marks of a page's calls: `prefix-1` to `prefix-count`. */
export function marksOf(prefix: string, count: number): readonly string[] {
  return Array.from({ length: count }, (_, index) => `${prefix}-${index + 1}`);
}

export interface Arrived {
  readonly eid: string;
  readonly mid: string;
  readonly edata: { readonly id?: unknown };
}

/** Parses the events of a request, whose body may be a form. */
export function arrivedEvents(batch: Batch): readonly Arrived[] {
  const field = /\r\n\r\n(.*)\r\n--/s.exec(batch.text)?.[1];
  return eventsOf(field === undefined ? batch : { ...batch, text: field }) as readonly Arrived[];
}

/** Returns a part of each received event. Sorted, because parallel requests arrive in any order. */
export function arrivedSorted<Part>(received: readonly Batch[], partOf: (event: Arrived) => Part): readonly Part[] {
  return received.flatMap(arrivedEvents).map(partOf).toSorted();
}

function midOf({ event }: TelemetryRecord): string | null {
  return (event?.json as { readonly mid?: string } | undefined)?.mid ?? null;
}

function markOf({ call, event }: TelemetryRecord): string {
  const data = call ? call.args[0] : (event?.json as { readonly edata?: unknown } | undefined)?.edata;
  return `${(data as { readonly id?: unknown } | undefined)?.id ?? call?.method}`;
}
