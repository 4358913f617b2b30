import type { SyntaxNode } from '@lezer/common';
import type { JsonPath } from '#core/json/json';
import type { Field } from '#core/telemetry/fields';

/** What the definition says of a kind: its arguments, and the SDKs' own `options` beside them. */
export interface HelpFields {
  readonly fields: readonly Field[];
  readonly options: readonly Field[];
}

/** The field at a path of a draft, or null if none is listed. */
export function fieldAt({ fields, options }: HelpFields, path: JsonPath): Field | null {
  const [first, ...rest] = path;
  if (first === 'options') return inside(options, rest);
  return inside(fields, path);
}

/** The fields that may stand in the object at a path; at the top the arguments and `options`. */
export function fieldsIn(
  help: HelpFields,
  path: JsonPath,
): readonly { readonly name: string; readonly field: Field | null }[] {
  const named = (fields: readonly Field[]) => fields.map((field) => ({ name: field.name, field }));
  if (path.length === 0) return [...named(help.fields), { name: 'options', field: null }];
  if (path.length === 1 && path[0] === 'options') return named(help.options);
  return named(fieldAt(help, path)?.children ?? []);
}

function inside(fields: readonly Field[], path: JsonPath): Field | null {
  const [first, ...rest] = path;
  let here = fields.find(({ name }) => name === first) ?? null;
  for (const step of rest) here = here && (typeof step === 'number' ? here.item : childOf(here, step));
  return here;
}

function childOf({ children, additionalProperties: strays }: Field, name: string): Field | null {
  return children.find((child) => child.name === name) ?? (typeof strays === 'object' ? strays : null);
}

/** The path that a part of the text stands at: that of the innermost field or item that holds it. */
export function pathOfNode(node: SyntaxNode, textOf: (node: SyntaxNode) => string): JsonPath {
  const path: (string | number)[] = [];
  for (let here: SyntaxNode | null = node; here; here = here.parent) {
    const holder: SyntaxNode | null = here.parent;
    if (here.name === 'Property') path.unshift(nameOf(here, textOf));
    else if (holder?.name === 'Array' && !['[', ']', ',', '⚠'].includes(here.name)) path.unshift(indexIn(holder, here));
  }
  return path;
}

export function nameOf(property: SyntaxNode, textOf: (node: SyntaxNode) => string): string {
  const name = property.getChild('PropertyName');
  return name ? unquoted(textOf(name)) : '';
}

function indexIn(list: SyntaxNode, item: SyntaxNode): number {
  let index = 0;
  for (let child = list.firstChild; child && child.from < item.from; child = child.nextSibling) {
    if (!['[', ']', ',', '⚠'].includes(child.name)) index += 1;
  }
  return index;
}

function unquoted(text: string): string {
  try {
    return String(JSON.parse(text));
  } catch {
    return text.replaceAll('"', '');
  }
}
