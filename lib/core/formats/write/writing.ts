import type { NavigationMark, TelemetryRecord } from '#core/journey/record';
import type { WatchedFrame } from '#core/journey/watched-frame';
import type { Json, JsonObject } from '#core/json/json';
import type { PlainJudgedRecord } from '#core/stream/judged-record';
import type { EventKind } from '#core/telemetry/kinds';
import { MAX_EPOCH_MS } from '#core/util/epoch';
import type { LongValueSource } from './long-value-source';

/** Options of writing, in every format. */
export interface Writing {
  /** The chosen events, in the order of their rows. */
  readonly records: readonly PlainJudgedRecord[];
  /** All events of the capture: a request is written with all that it carried. */
  readonly all: readonly PlainJudgedRecord[];
  readonly marks: readonly NavigationMark[];
  readonly frames: readonly WatchedFrame[];
  /** Masks secrets, or returns the value unchanged. */
  readonly mask: (json: Json) => Json;
  readonly isMasked: boolean;
  /** Epoch milliseconds. */
  readonly exportedAt: number;
  readonly writtenBy: { readonly name: string; readonly version: string };
  /** The arguments, by name, that an event on the wire would have been called with. */
  readonly argumentsOfEvent: (kind: EventKind, event: Json) => JsonObject;
  readonly argumentNames: (method: string) => readonly string[];
  /** Of user sessions: the name of the list, and which rows count in none. Unset where all count. */
  readonly sessions?: { readonly file: string; readonly isLeftOut: (row: number) => boolean };
  /** Reads long values that are not in memory; unset if all are. */
  readonly longValues?: LongValueSource;
}

/**
 * A file in pieces that each take a moment, so that the consumer can yield in between.
 * A piece may be empty, if it only prepared something.
 */
export interface Pieces {
  /** How many pieces there will be; with what was taken, that is the progress. At least 1. */
  readonly count: number;
  readonly texts: Iterable<string>;
}

/** Records, frames and marks are plain JSON data, and are written unchanged. */
export function toJsonValue(plain: TelemetryRecord | NavigationMark | WatchedFrame): Json {
  return plain as unknown as Json;
}

/** Epoch milliseconds as `2026-11-21T10:15:00.000Z`. */
export function formatIsoTime(at: number): string {
  return new Date(Math.min(MAX_EPOCH_MS, Math.max(-MAX_EPOCH_MS, at))).toISOString();
}
