import { type Json, stringAt, valueAt } from '#core/json/json';
import { setBounded } from '#core/util/lru';
import type { EpochMilliseconds, FrameRef, TelemetryRecord } from '../record';

/** The task, type and target of an event's dispatch. */
export interface DispatchContext {
  /** Number of the task within the document: what is dispatched in one task has one number. */
  readonly task: number;
  /** `TelemetryEvent` as the SDKs write it, or `telemetryEvent` as players do. */
  readonly name: string;
  /** Number of the event's target within the document. */
  readonly target: number;
}

/** The document that dispatched an event. */
interface DispatchSource {
  readonly documentKey: string;
  readonly frame: FrameRef;
}

/** An event as a document dispatched it. */
interface Dispatch {
  readonly event: Json;
  readonly at: EpochMilliseconds;
  readonly dispatch: DispatchContext;
  readonly source: DispatchSource;
}

/**
 * Finds echoes: the same event, dispatched again by who only passes it on.
 * Players as web components dispatch `telemetryEvent` for each `TelemetryEvent` of their SDK or the other way round, and
 * a page does so for the events of a frame. The same name at the same target is no echo, it is a duplicate.
 */
export interface DispatchedEvents {
  /** Returns the row of the event that this dispatch is an echo of, or `null`. Counts one echo for each source. */
  findEchoed(dispatched: Dispatch): number | null;
  /** Returns the row of an echo that the page of a frame reported before the frame did, or `null`. */
  findEarlyEcho(event: Json, at: EpochMilliseconds, source: DispatchSource): number | null;
  /** The event has this row. */
  add(dispatched: Dispatch, row: number): void;
  clear(): void;
}

interface DispatchedRow {
  readonly row: number;
  readonly at: EpochMilliseconds;
  readonly documentKey: string;
  readonly isTop: boolean;
  readonly task: number;
  readonly places: Set<string>;
}

/** Tasks are numbered in each document. What passes from a frame to its page may take a message, in another task. */
const MAX_FRAME_DELAY_MS = 1_000;

/** An echo follows at once. A page that dispatches more events meanwhile gains nothing. */
const MAX_EVENTS = 1_000;

/** Rows of equal events that are compared; mostly there is one. */
const MAX_COMPARED = 50;

/** `recordWith` returns the record of a row if it has this event, or `null` where it has another one or is evicted. */
export function createDispatchedEvents(
  recordWith: (row: number, event: Json) => Pick<TelemetryRecord, 'call'> | null,
): DispatchedEvents {
  const rowsOf = new Map<string, DispatchedRow[]>();

  const find = (
    event: Json,
    isIt: (known: DispatchedRow, record: () => Pick<TelemetryRecord, 'call'> | null) => boolean,
  ): DispatchedRow | undefined =>
    rowsOf.get(keyOf(event))?.find((known) => {
      const recordOf = () => recordWith(known.row, event);
      return isIt(known, recordOf) && recordOf() !== null;
    });
  const isOtherFrame = (known: DispatchedRow, at: EpochMilliseconds, { documentKey }: DispatchSource) =>
    known.documentKey !== documentKey && Math.abs(at - known.at) <= MAX_FRAME_DELAY_MS;

  return {
    findEchoed({ event, at, dispatch, source }) {
      const key = sourceKey(dispatch, source);
      const isTop = source.frame.frameId === 0;
      const echoed = find(event, (known, record) => {
        if (known.places.has(key)) return false;
        if (known.documentKey === source.documentKey) return known.task === dispatch.task;
        // Between frames within a frame, the event of a call is passed on; two events without a call are two.
        return isOtherFrame(known, at, source) && (known.isTop !== isTop || record()?.call != null);
      });
      echoed?.places.add(key);
      return echoed?.row ?? null;
    },
    findEarlyEcho: (event, at, source) => find(event, (known) => isOtherFrame(known, at, source))?.row ?? null,
    add({ event, at, dispatch, source }, row) {
      const rows = rowsOf.get(keyOf(event)) ?? [];
      const index = rows.findIndex((known) => known.row === row);
      const places = new Set(rows[index]?.places).add(sourceKey(dispatch, source));
      const { documentKey, frame } = source;
      const added = { row, at, documentKey, isTop: frame.frameId === 0, task: dispatch.task, places };
      if (index >= 0) rows[index] = added;
      else rows.push(added);
      if (rows.length > MAX_COMPARED) rows.shift();
      setBounded(rowsOf, keyOf(event), rows, MAX_EVENTS);
    },
    clear: () => rowsOf.clear(),
  };
}

function sourceKey({ name, target }: DispatchContext, { documentKey }: DispatchSource): string {
  return `${documentKey} ${name} ${target}`;
}

function keyOf(event: Json): string {
  return `${stringAt(event, ['eid']) ?? ''} ${stringAt(event, ['mid']) ?? JSON.stringify(valueAt(event, ['ets']) ?? null)}`;
}
