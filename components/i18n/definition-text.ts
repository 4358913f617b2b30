import type { TypeCode } from '#core/telemetry/fields';
import type { EventKind } from '#core/telemetry/kinds';
import type { NoteCode, ReadingCode } from '#core/telemetry/vocabulary';
import { i18n, translateKey } from '#i18n';

export function summaryText(kind: EventKind): string {
  return i18n.t(`definitions.summary.${kind}`);
}

/** What the document says of a field; empty if it says nothing. */
export function noteText(note: NoteCode | null): string {
  return note === null ? '' : i18n.t(`definitions.note.${note}`);
}

/** How a line is read that the document leaves open; empty if it leaves none. */
export function readingText(reading: ReadingCode | null): string {
  return reading === null ? '' : i18n.t(`definitions.reading.${reading}`);
}

export function typeText(type: TypeCode): string {
  return i18n.t(`definitions.type.${type}`);
}

/** A default as JSON, or in words if it depends on another field. */
export function defaultText(shownDefault: string): string {
  return translateKey(`definitions.default.${shownDefault}`, {}) ?? shownDefault;
}
