import type { TelemetryRecord } from '#core/journey/record';
import type { EventKind } from '#core/telemetry/kinds';
import type { Fire } from '#extension/panel/firing/firing';
import type { SavedFile } from './panel-actions';

/** What a person can do in the panel, each with what is said about it afterwards. */
export interface Commands {
  record(recording: boolean): void;
  clear(): void;
  watch(): void;
  stopWatching(): void;
  reload(): void;
  lookAgain(): void;
  openWindow(): void;
  /** Copies a text; `what` names it: “mid”, “the event as JSON”. */
  copy(text: string, what: string): void;
  /** Gives the person a file of so many events. */
  save(file: SavedFile & { readonly count: number }): void;
  openReference(kind: EventKind): void;
  showEvent(row: number): void;
  editAndResend(record: TelemetryRecord): void;
  /** Fires the open draft, with whatever is wrong in it. */
  fireDraft(): void;
  fireSamples(): void;
  /** Fires one event and says nothing about it: for those who fire in a row. */
  readonly fireOne: Fire;
  /** The same, with nothing added: what is wrong on purpose must be wrong in just one place. */
  readonly fireBare: Fire;
  /** Hands out a file. */
  download(name: string, text: string): void;
}
