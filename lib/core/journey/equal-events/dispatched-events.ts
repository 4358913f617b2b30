import { type Json, stringAt, valueAt } from '#core/json/json';
import { setBounded } from '#core/util/lru';
import type { EpochMilliseconds, FrameRef, TelemetryRecord } from '../record';

/** The task, type and target of an event's dispatch. */
export interface DispatchContext {
  /** Number of the task in the document. All dispatches of one task have the same number. */
  readonly task: number;
  /** Type of the DOM event: `TelemetryEvent` by the SDKs, or `telemetryEvent` by players. */
  readonly name: string;
  /** Number of the event's target in the document. */
  readonly target: number;
}

/** The document that dispatched an event. */
interface DispatchSource {
  readonly documentKey: string;
  readonly frame: FrameRef;
}

/** An event that a document has dispatched. */
interface Dispatch {
  readonly event: Json;
  readonly at: EpochMilliseconds;
  readonly dispatch: DispatchContext;
  readonly source: DispatchSource;
}

/**
 * Finds echoes: events that a component or a page dispatches again to forward them.
 * Players as web components dispatch `telemetryEvent` for each `TelemetryEvent` of their SDK, or the reverse.
 * Pages do the same for the events of a frame. A second dispatch of one type at one target is a duplicate, not an echo.
 */
export interface DispatchedEvents {
  /** Returns the row of the event that a dispatch echoes, or `null`. Each source may echo an event once. */
  findEchoedRow(dispatched: Dispatch): number | null;
  /** Returns the row of an echo that the page of a frame reported before the frame did, or `null`. */
  findEarlyEchoRow(event: Json, at: EpochMilliseconds, source: DispatchSource): number | null;
  /** Adds a dispatched event with its row. */
  add(dispatched: Dispatch, row: number): void;
  clear(): void;
}

interface DispatchedRow {
  readonly row: number;
  readonly at: EpochMilliseconds;
  readonly documentKey: string;
  readonly isTop: boolean;
  readonly task: number;
  readonly sources: Set<string>;
}

/** Maximum delay of an echo in another frame: it may need a message, and thus another task. */
const MAX_FRAME_DELAY_MS = 1_000;

/** Limit of the stored events: an echo follows immediately. */
const MAX_EVENTS = 1_000;

/** Limit of the compared rows of equal events. Most events have one. */
const MAX_COMPARED_ROWS = 50;

/** @param recordWith returns the record of a row, or `null` if the row has another event or is evicted. */
export function createDispatchedEvents(
  recordWith: (row: number, event: Json) => Pick<TelemetryRecord, 'call'> | null,
): DispatchedEvents {
  const rowsByKey = new Map<string, DispatchedRow[]>();

  const find = (
    event: Json,
    matches: (other: DispatchedRow, record: () => Pick<TelemetryRecord, 'call'> | null) => boolean,
  ): DispatchedRow | undefined =>
    rowsByKey.get(keyOf(event))?.find((other) => {
      const recordOf = () => recordWith(other.row, event);
      return matches(other, recordOf) && recordOf() !== null;
    });
  const isOtherFrame = (other: DispatchedRow, at: EpochMilliseconds, { documentKey }: DispatchSource) =>
    other.documentKey !== documentKey && Math.abs(at - other.at) <= MAX_FRAME_DELAY_MS;

  return {
    findEchoedRow({ event, at, dispatch, source }) {
      const key = sourceKey(dispatch, source);
      const isTop = source.frame.frameId === 0;
      const echoed = find(event, (other, record) => {
        if (other.sources.has(key)) return false;
        if (other.documentKey === source.documentKey) return other.task === dispatch.task;
        // Between nested frames, only the event of a call can be forwarded. Two events without a call are separate.
        return isOtherFrame(other, at, source) && (other.isTop !== isTop || record()?.call != null);
      });
      echoed?.sources.add(key);
      return echoed?.row ?? null;
    },
    findEarlyEchoRow: (event, at, source) => find(event, (other) => isOtherFrame(other, at, source))?.row ?? null,
    add({ event, at, dispatch, source }, row) {
      const rows = rowsByKey.get(keyOf(event)) ?? [];
      const index = rows.findIndex((other) => other.row === row);
      const sources = new Set(rows[index]?.sources).add(sourceKey(dispatch, source));
      const { documentKey, frame } = source;
      const added = { row, at, documentKey, isTop: frame.frameId === 0, task: dispatch.task, sources };
      if (index >= 0) rows[index] = added;
      else rows.push(added);
      if (rows.length > MAX_COMPARED_ROWS) rows.shift();
      setBounded(rowsByKey, keyOf(event), rows, MAX_EVENTS);
    },
    clear: () => rowsByKey.clear(),
  };
}

function sourceKey({ name, target }: DispatchContext, { documentKey }: DispatchSource): string {
  return `${documentKey} ${name} ${target}`;
}

function keyOf(event: Json): string {
  return `${stringAt(event, ['eid']) ?? ''} ${stringAt(event, ['mid']) ?? JSON.stringify(valueAt(event, ['ets']) ?? null)}`;
}
