import type { Navigation, TelemetryRecord } from '#core/journey/record';
import type { WatchedFrame } from '#core/journey/watched-frame';
import type { Json, JsonObject } from '#core/json/json';
import type { PlainJudgedRecord } from '#core/stream/judged-record';
import type { EventKind } from '#core/telemetry/kinds';
import { clampEpochMs } from '#core/util/epoch';
import type { LongValueSource } from './long-value-source';

/** Options of writing, in every format. */
export interface Writing {
  /** The selected events, in the order of their rows. */
  readonly records: readonly PlainJudgedRecord[];
  /** All events of the capture: a request is written with all events that it carried. */
  readonly all: readonly PlainJudgedRecord[];
  readonly navigations: readonly Navigation[];
  readonly frames: readonly WatchedFrame[];
  /** Redacts secrets, or returns the value unchanged. */
  readonly redact: (json: Json) => Json;
  readonly isRedacted: boolean;
  /** Epoch milliseconds. */
  readonly exportedAt: number;
  readonly writtenBy: { readonly name: string; readonly version: string };
  /** Returns the arguments, by name, of a call that emits the event. */
  readonly argumentsOfEvent: (kind: EventKind, event: Json) => JsonObject;
  readonly argumentNames: (method: string) => readonly string[];
  /**
   * For user sessions: the name of the list, and which rows belong to no session.
   * Unset if each row belongs to a session.
   */
  readonly sessions?: { readonly file: string; readonly isExcluded: (row: number) => boolean };
  /** Reads long values that are not in memory; unset if all are. */
  readonly longValues?: LongValueSource;
}

/**
 * A file in pieces. Each takes a moment to create, so that the consumer can yield in between.
 * A piece may be empty if its step only prepared later pieces.
 */
export interface FilePieces {
  /** Expected number of pieces, for the progress. At least 1. */
  readonly count: number;
  readonly texts: Iterable<string>;
}

/** Returns a record, navigation or frame as JSON. All of them are plain data. */
export function toJsonValue(plain: TelemetryRecord | Navigation | WatchedFrame): Json {
  return plain as unknown as Json;
}

/** Formats epoch milliseconds as `2026-11-21T10:15:00.000Z`. */
export function formatIsoTime(at: number): string {
  return new Date(clampEpochMs(at)).toISOString();
}
