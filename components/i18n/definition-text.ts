import type { TypeCode } from '#core/telemetry/fields';
import type { EventKind } from '#core/telemetry/kinds';
import type { NoteCode, ReadingCode } from '#core/telemetry/vocabulary';
import { i18n, translateKey } from '#i18n';

export function summaryText(kind: EventKind): string {
  return i18n.t(`definitions.summary.${kind}`);
}

/** Returns the spec's note on a field; empty if there is none. */
export function noteText(note: NoteCode | null): string {
  return note === null ? '' : i18n.t(`definitions.note.${note}`);
}

/** Returns how an ambiguous line of the spec is interpreted; empty if the line is not ambiguous. */
export function interpretationText(reading: ReadingCode | null): string {
  return reading === null ? '' : i18n.t(`definitions.reading.${reading}`);
}

export function typeText(type: TypeCode): string {
  return i18n.t(`definitions.type.${type}`);
}

/** Returns a default as JSON, or as text if it depends on another field. */
export function defaultText(shownDefault: string): string {
  return translateKey(`definitions.default.${shownDefault}`, {}) ?? shownDefault;
}
