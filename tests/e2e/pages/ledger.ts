import type { Frame } from 'playwright';
import type { JourneyState } from '#core/journey/journey-state';
import { journeyState } from '#core/journey/journey-state';
import type { TelemetryRecord } from '#core/journey/record';
import type { Batch } from '#demo/collector/batch';
import { eventsOf } from '#demo/collector/batch';
import { recordsOf } from '#tests/drivers/panel-driver';

/** One row of the panel beside what the collector has of it. */
export interface LedgerLine {
  /** The page's own mark of the call: `data.id`. */
  readonly mark: string;
  readonly state: JourneyState;
  /** Requests that carried it, as the panel knows them. */
  readonly tries: number;
  /** How often its `mid` stands in what the collector really received. */
  readonly arrived: number;
}

export interface Ledger {
  readonly lines: readonly LedgerLine[];
  /** Events that arrived and have no row. */
  readonly strays: readonly string[];
}

/** The panel's rows against the collector's own log. */
export async function ledgerOf(panel: Frame, received: readonly Batch[]): Promise<Ledger> {
  const records = await recordsOf(panel);
  const arrived = received.flatMap(markedEvent);
  const times = new Map<string, number>();
  for (const { mid } of arrived) times.set(mid, (times.get(mid) ?? 0) + 1);
  const mids = new Set(records.map(midOf));
  return {
    lines: records.map((record) => ({
      mark: markOf(record),
      state: journeyState(record),
      tries: record.requests.length,
      arrived: times.get(midOf(record) ?? '') ?? 0,
    })),
    strays: arrived.filter(({ mid }) => !mids.has(mid)).map(({ edata }) => `${edata.id}`),
  };
}

/** The ledger of calls that all had the same outcome. */
export function uniformLedger(marks: readonly string[], line: Omit<LedgerLine, 'mark'>): Ledger {
  return { lines: marks.map((mark) => ({ mark, ...line })), strays: [] };
}

/**
 * Returns the ledger of the calls that a frame makes while its page unloads and that the collector received.
 * Chromium ends a frame in another process 500 ms after the unload begins, so a slow machine makes fewer calls. Expects
 * at least one call.
 */
export function arrivedLedger(prefix: string, received: readonly Batch[], line: Omit<LedgerLine, 'mark'>): Ledger {
  const arrived = received.flatMap(markedEvent).filter(({ edata }) => `${edata.id}`.startsWith(`${prefix}-`));
  return uniformLedger(marksOf(prefix, Math.max(1, arrived.length)), line);
}

/** `prefix-1` to `prefix-count`, as the pages mark their calls. */
export function marksOf(prefix: string, count: number): readonly string[] {
  return Array.from({ length: count }, (_, index) => `${prefix}-${index + 1}`);
}

export interface Arrived {
  readonly eid: string;
  readonly mid: string;
  readonly edata: { readonly id?: unknown };
}

/** The events of a request, in a form's field too. */
export function markedEvent(batch: Batch): readonly Arrived[] {
  const field = /\r\n\r\n(.*)\r\n--/s.exec(batch.text)?.[1];
  return eventsOf(field === undefined ? batch : { ...batch, text: field }) as readonly Arrived[];
}

/** A part of each event that arrived, sorted: requests that are under way together arrive in any order. */
export function arrivedSorted<Part>(received: readonly Batch[], partOf: (event: Arrived) => Part): readonly Part[] {
  return received.flatMap(markedEvent).map(partOf).toSorted();
}

function midOf({ event }: TelemetryRecord): string | null {
  return (event?.json as { readonly mid?: string } | undefined)?.mid ?? null;
}

function markOf({ call, event }: TelemetryRecord): string {
  const data = call ? call.args[0] : (event?.json as { readonly edata?: unknown } | undefined)?.edata;
  return `${(data as { readonly id?: unknown } | undefined)?.id ?? call?.method}`;
}
