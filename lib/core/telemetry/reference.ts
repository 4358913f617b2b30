import { compiledOf } from './compiled';
import { sampleDraft } from './draft';
import { allFields, type Field } from './fields';
import type { EventKind } from './kinds';
import { formatList } from './wording';

/** One field as the reference page shows it. */
export interface ReferenceRow {
  readonly name: string;
  /** How far inside the arguments, from 0. */
  readonly depth: number;
  readonly type: string;
  readonly presence: 'required' | 'optional' | 'default';
  /** The document's note; empty if there is none. */
  readonly note: string;
  /** The default in words, where there is one. */
  readonly defaultText: string | null;
  readonly examples: readonly string[];
  /** Values beside which others are only remarked on. */
  readonly suggestedValues: readonly string[];
  readonly range: { readonly minimum: number; readonly maximum: number } | null;
  /** Sentences about rules over several fields. */
  readonly rules: readonly string[];
  /** The closed list, where there is one. */
  readonly choices: readonly string[];
  readonly reading: string | null;
}

/** One kind as the reference page shows it. */
export interface ReferenceEntry {
  readonly kind: EventKind;
  readonly eid: string;
  /** `start(config, contentId, contentVer, data)` */
  readonly signature: string;
  readonly summary: string;
  readonly reading: string | null;
  readonly rows: readonly ReferenceRow[];
  readonly sample: string;
}

/**
 * Returns the definition of a kind as plain data.
 * The source is the same schemas that validate events.
 */
export function referenceOf(kind: EventKind): ReferenceEntry {
  const { definition, argumentNames, fields } = compiledOf(kind);
  const named = allFields(fields).filter((field) => field.name !== '*');
  return {
    kind,
    eid: kind.toUpperCase(),
    signature: `${kind}(${formatList(argumentNames)})`,
    summary: definition.summary,
    reading: definition.reading ?? null,
    rows: named.map((field) => toRow(field, crossFieldRules(kind, field))),
    sample: sampleDraft(kind),
  };
}

function toRow(field: Field, crossField: readonly string[]): ReferenceRow {
  const { defaultText, required, path, type, minimum, maximum } = field;
  const isItem = path.at(-2) === '*';
  return {
    name: isItem ? `[].${field.name}` : field.name,
    depth: path.filter((step) => step !== '*').length - 1,
    type: type === 'array' && field.item?.type === 'any' ? 'array' : field.typeText,
    presence: defaultText !== null ? 'default' : required ? 'required' : 'optional',
    note: field.note,
    defaultText,
    examples: field.examples,
    suggestedValues: field.suggestedValues ?? [],
    range: minimum === null || maximum === null ? null : { minimum, maximum },
    rules: crossField,
    choices: field.choices ?? [],
    reading: field.reading,
  };
}

function crossFieldRules(kind: EventKind, field: Field): readonly string[] {
  const path = field.path.join('.');
  return (compiledOf(kind).definition.rules ?? []).filter((rule) => rule.field === path).map((rule) => rule.text);
}
