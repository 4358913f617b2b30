import type { Message } from '#core/util/message';
import { compiledOf } from './compiled';
import { sampleDraft } from './draft';
import { allFields, type Field, type TypeCode } from './fields';
import type { EventKind } from './kinds';
import type { InterpretationCode, NoteCode } from './vocabulary';
import { formatList } from './wording';

/** One field of the reference page. */
export interface ReferenceRow {
  readonly name: string;
  /** Depth inside the arguments, from 0. */
  readonly depth: number;
  readonly type: TypeCode;
  readonly presence: 'required' | 'optional' | 'default';
  /** The specification's note, or `null` if there is none. */
  readonly note: NoteCode | null;
  /** The default as JSON, or the code of a default that depends on another field. */
  readonly shownDefault: string | null;
  readonly examples: readonly string[];
  /** Suggested values. Any other value is a notice. */
  readonly suggestedValues: readonly string[];
  readonly range: { readonly minimum: number; readonly maximum: number } | null;
  /** Sentences about rules over several fields. */
  readonly rules: readonly Message[];
  /** The closed list of values, if any. */
  readonly allowedValues: readonly string[];
  readonly interpretation: InterpretationCode | null;
}

/** One kind of the reference page. */
export interface ReferenceEntry {
  readonly kind: EventKind;
  readonly eid: string;
  /** Signature of the method: `start(config, contentId, contentVer, data)`. */
  readonly signature: string;
  readonly interpretation: InterpretationCode | null;
  readonly rows: readonly ReferenceRow[];
  readonly sample: string;
}

/**
 * Returns the definition of a kind as plain data.
 * It derives from the schemas that validate events.
 */
export function referenceOf(kind: EventKind): ReferenceEntry {
  const { definition, argumentNames, fields } = compiledOf(kind);
  const namedFields = allFields(fields).filter((field) => field.name !== '*');
  return {
    kind,
    eid: kind.toUpperCase(),
    signature: `${kind}(${formatList(argumentNames)})`,
    interpretation: definition.interpretation ?? null,
    rows: namedFields.map((field) => toRow(field, crossFieldRules(kind, field))),
    sample: sampleDraft(kind),
  };
}

function toRow(field: Field, crossField: readonly Message[]): ReferenceRow {
  const { shownDefault, path, type, minimum, maximum } = field;
  const isItem = path.at(-2) === '*';
  return {
    name: isItem ? `[].${field.name}` : field.name,
    depth: path.filter((step) => step !== '*').length - 1,
    type: type === 'array' && field.item?.type === 'any' ? 'array' : field.typeCode,
    presence: presenceOf(field),
    note: field.note,
    shownDefault,
    examples: field.examples,
    suggestedValues: field.suggestedValues ?? [],
    range: minimum === null || maximum === null ? null : { minimum, maximum },
    rules: crossField,
    allowedValues: field.allowedValues ?? [],
    interpretation: field.interpretation,
  };
}

function presenceOf({ shownDefault, required }: Field): ReferenceRow['presence'] {
  if (shownDefault !== null) return 'default';
  return required ? 'required' : 'optional';
}

function crossFieldRules(kind: EventKind, field: Field): readonly Message[] {
  const path = field.path.join('.');
  return (compiledOf(kind).definition.rules ?? []).filter((rule) => rule.field === path).map((rule) => rule.text);
}
