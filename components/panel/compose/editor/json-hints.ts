import { autocompletion, type CompletionContext, type CompletionResult } from '@codemirror/autocomplete';
import { syntaxTree } from '@codemirror/language';
import type { EditorState, Extension } from '@codemirror/state';
import { type EditorView, hoverTooltip, type Tooltip } from '@codemirror/view';
import type { SyntaxNode } from '@lezer/common';
import { completionsOf, formatFieldLine } from '#components/form/field-labels.ts';
import { interpretationText, noteText } from '#components/i18n/definition-text.ts';
import type { JsonPath } from '#core/json/json';
import type { Field } from '#core/telemetry/fields';
import { i18n } from '#i18n';
import { nameOf, pathOfNode } from './json-position';

/** Completes names and values while the user types, and shows the spec's note on the hovered field. */
export function jsonHints(kindFields: KindFields): Extension {
  return [
    autocompletion({ override: [(context) => complete(context, kindFields)], icons: false }),
    hoverTooltip((view, pos) => createTooltip(view, pos, kindFields)),
  ];
}

/** Returns completions at the cursor, or null if none are known. */
function complete(context: CompletionContext, kindFields: KindFields): CompletionResult | null {
  const { state, pos } = context;
  const node = syntaxTree(state).resolveInner(pos, -1);
  const textOf = textIn(state);
  const holder = holderOf(node);
  if (holder) {
    const usedNames = new Set(
      holder.getChildren('Property').flatMap((each) => (contains(each, pos) ? [] : [nameOf(each, textOf)])),
    );
    const unusedFields = fieldsIn(kindFields, pathOfNode(holder, textOf)).filter(({ name }) => !usedNames.has(name));
    const range = node.name === 'PropertyName' ? { from: node.from, to: node.to } : wordBefore(context);
    if (!range) return null;
    return { ...range, options: unusedFields.map(({ name, field }) => nameOption(name, field)), filter: true };
  }
  const field = fieldAt(kindFields, pathOfNode(node, textOf));
  const values = field ? valuesOf(field) : [];
  if (values.length === 0) return null;
  const range = node.name === 'String' ? { from: node.from, to: node.to } : wordBefore(context);
  return range && { ...range, options: values.map((label) => ({ label, type: 'enum' })) };
}

/** Returns the object whose field name is being entered, or null if none is. */
function holderOf(node: SyntaxNode): SyntaxNode | null {
  if (node.name === 'PropertyName') return node.parent?.parent ?? null;
  if (node.name === 'Object') return node;
  const isBetween = node.name === '{' || node.name === ',' || node.name === '⚠';
  return isBetween && node.parent?.name === 'Object' ? node.parent : null;
}

function contains({ from, to }: SyntaxNode, pos: number): boolean {
  return from <= pos && pos <= to;
}

function wordBefore(context: CompletionContext): { readonly from: number } | null {
  const word = context.matchBefore(/"?[\w.-]*$/);
  return word && (word.text !== '' || context.explicit) ? { from: word.from } : null;
}

function nameOption(name: string, field: Field | null) {
  return {
    label: JSON.stringify(name),
    detail: field ? formatFieldLine(field) : i18n.t('form.setBySdk'),
    ...(field?.note ? { info: noteText(field.note) } : {}),
    type: 'property',
    boost: field?.required ? 1 : 0,
  };
}

function valuesOf(field: Field): readonly string[] {
  if (field.type === 'boolean') return ['true', 'false'];
  return completionsOf(field).map((value) => JSON.stringify(value));
}

function createTooltip(view: EditorView, pos: number, kindFields: KindFields): Tooltip | null {
  const node = syntaxTree(view.state).resolveInner(pos, 1);
  const property = node.parent?.name === 'Property' ? node.parent : null;
  const field = property ? fieldAt(kindFields, pathOfNode(property, textIn(view.state))) : null;
  if (!property || !field) return null;
  return { pos: node.from, end: node.to, above: true, create: () => ({ dom: createNote(field) }) };
}

function createNote(field: Field): HTMLElement {
  const note = document.createElement('div');
  note.className = 'cm-field-note';
  const values = completionsOf(field);
  for (const [tag, text] of [
    ['code', `${field.name}: ${formatFieldLine(field)}`],
    ['p', noteText(field.note)],
    ['p', interpretationText(field.interpretation)],
    ['code', values.join('  ')],
  ] as const) {
    if (text === '') continue;
    const line = document.createElement(tag);
    line.textContent = text;
    note.append(line);
  }
  return note;
}

function textIn(state: EditorState) {
  return ({ from, to }: SyntaxNode) => state.sliceDoc(from, to);
}

/** The fields of a kind by its definition: its arguments, and the SDKs' own `options`. */
export interface KindFields {
  readonly fields: readonly Field[];
  readonly options: readonly Field[];
}

/** Returns the field at a path of a draft, or null if the definition has none. */
function fieldAt({ fields, options }: KindFields, path: JsonPath): Field | null {
  const [first, ...rest] = path;
  if (first === 'options') return fieldInside(options, rest);
  return fieldInside(fields, path);
}

/** Returns the fields that are allowed in the object at a path; at the top the arguments and `options`. */
function fieldsIn(
  kindFields: KindFields,
  path: JsonPath,
): readonly { readonly name: string; readonly field: Field | null }[] {
  const toEntries = (fields: readonly Field[]) => fields.map((field) => ({ name: field.name, field }));
  if (path.length === 0) return [...toEntries(kindFields.fields), { name: 'options', field: null }];
  if (path.length === 1 && path[0] === 'options') return toEntries(kindFields.options);
  return toEntries(fieldAt(kindFields, path)?.children ?? []);
}

function fieldInside(fields: readonly Field[], path: JsonPath): Field | null {
  const [first, ...rest] = path;
  let field = fields.find(({ name }) => name === first) ?? null;
  for (const step of rest) field = field && (typeof step === 'number' ? field.item : childOf(field, step));
  return field;
}

function childOf({ children, additionalProperties }: Field, name: string): Field | null {
  return (
    children.find((child) => child.name === name) ??
    (typeof additionalProperties === 'object' ? additionalProperties : null)
  );
}
