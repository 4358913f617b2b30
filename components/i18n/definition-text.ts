import type { TypeCode } from '#core/telemetry/fields';
import type { EventKind } from '#core/telemetry/kinds';
import type { InterpretationCode, NoteCode } from '#core/telemetry/vocabulary';
import { i18n, translateKey } from '#i18n';

export function summaryText(kind: EventKind): string {
  return i18n.t(`definitions.summary.${kind}`);
}

/** Returns the spec's note on a field, or an empty string if there is none. */
export function noteText(note: NoteCode | null): string {
  return note === null ? '' : i18n.t(`definitions.note.${note}`);
}

/** Returns how an ambiguous line of the spec is interpreted, or an empty string if the line is not ambiguous. */
export function interpretationText(interpretation: InterpretationCode | null): string {
  return interpretation === null ? '' : i18n.t(`definitions.interpretation.${interpretation}`);
}

export function typeText(type: TypeCode): string {
  return i18n.t(`definitions.type.${type}`);
}

/** Returns a default as JSON, or as text if it depends on another field. */
export function defaultText(shownDefault: string): string {
  return translateKey(`definitions.default.${shownDefault}`, {}) ?? shownDefault;
}
