import { compiledOf } from './compiled';
import { sampleDraft } from './draft';
import { allFields, type Field } from './fields';
import type { EventKind } from './kinds';
import { listText } from './wording';

/** One field as the reference page shows it. */
export interface ReferenceRow {
  readonly name: string;
  /** How far inside the arguments, from 0. */
  readonly depth: number;
  readonly type: string;
  readonly presence: 'required' | 'optional' | 'default';
  /** What the document says of it, and what follows from that. */
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

/** All that the definition of a kind says, as plain data: what the page shows is what events are checked against. */
export function referenceOf(kind: EventKind): ReferenceEntry {
  const { definition, argumentNames, fields } = compiledOf(kind);
  // Items and positions have no name of their own: their fields follow the array that holds them.
  const named = allFields(fields).filter((field) => field.name !== '*');
  return {
    kind,
    eid: kind.toUpperCase(),
    signature: `${kind}(${listText(argumentNames)})`,
    summary: definition.summary,
    reading: definition.reading ?? null,
    rows: named.map((field) => toRow(field, crossFieldRules(kind, field))),
    sample: sampleDraft(kind),
  };
}

function toRow(field: Field, crossField: readonly string[]): ReferenceRow {
  const { defaultText, required, path, type } = field;
  const isItem = path.at(-2) === '*';
  return {
    name: isItem ? `[].${field.name}` : field.name,
    depth: path.filter((step) => step !== '*').length - 1,
    type: type === 'array' && field.item?.type === 'any' ? 'array' : field.typeText,
    presence: defaultText !== null ? 'default' : required ? 'required' : 'optional',
    rules: [field.note, ...derivedRules(field), ...crossField].filter((rule) => rule !== ''),
    choices: field.choices ?? [],
    reading: field.reading,
  };
}

function derivedRules(field: Field): readonly string[] {
  return [
    field.defaultText === null ? '' : `Default: ${field.defaultText}.`,
    field.examples.length === 0 ? '' : `For example ${listText(field.examples)}.`,
    field.usualChoices === null ? '' : `Usually ${listText(field.usualChoices)}.`,
    field.minimum === null || field.maximum === null ? '' : `From ${field.minimum} to ${field.maximum}.`,
  ];
}

function crossFieldRules(kind: EventKind, field: Field): readonly string[] {
  const path = field.path.join('.');
  return (compiledOf(kind).definition.rules ?? []).filter((rule) => rule.field === path).map((rule) => rule.text);
}
