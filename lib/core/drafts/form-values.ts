import { isJsonObject, type JsonPath } from '#core/json/json';
import { childAt, type JsonNode, sourceOf } from '#core/json/json-nodes';
import { readJson } from '#core/json/json-reader';
import { isJsonNumber } from '#core/json/json-scanner';
import type { Field } from '#core/telemetry/fields';
import type { Finding } from '#core/telemetry/findings';

/** The controls that render fields of the form. */
export type ControlType = 'text' | 'number' | 'select' | 'switch' | 'any' | 'pair' | 'map' | 'group' | 'free' | 'list';

/** Returns the control that renders a field of the form. */
export function controlOf(field: Field): ControlType {
  if (field.type === 'object') {
    if (field.hasSingleKey) return 'pair';
    if (typeof field.additionalProperties === 'object') return 'map';
    return field.children.length > 0 || field.additionalProperties === 'notice' ? 'group' : 'free';
  }
  if (field.type === 'array') return 'list';
  if (field.type === 'boolean') return 'switch';
  if (field.type === 'number' || field.type === 'integer') return 'number';
  if (field.type === 'any') return 'any';
  return field.allowedValues ? 'select' : 'text';
}

/** Whether a control can show a value. Other values are shown as JSON. */
export function canShow(control: ControlType, node: JsonNode): boolean {
  if (control === 'any' || control === 'free') return true;
  if (control === 'list') return node.type === 'array';
  if (control === 'pair' || control === 'map' || control === 'group') return node.type === 'object';
  if (node.type !== 'scalar') return false;
  // Scalars of another type are edited as text, or as a number.
  if (control === 'text' || control === 'number') return true;
  return typeof node.value === (control === 'switch' ? 'boolean' : 'string');
}

/**
 * Returns the JSON of text entered into the control of a number.
 * Text that isn't a number becomes a string, which gets a finding.
 */
export function toNumberSource(input: string): string {
  const number = input.trim();
  return isJsonNumber(number) ? number : JSON.stringify(input);
}

/**
 * Returns the JSON of text entered into a control for any value.
 * Text that isn't valid JSON becomes a string.
 */
export function toAnySource(input: string): string {
  return readJson(input).ok ? input.trim() : JSON.stringify(input);
}

/**
 * Returns the text of a value for a control.
 * {@link toAnySource} of the text results in the same value.
 */
export function toAnyText(text: string, node: JsonNode): string {
  if (node.type !== 'scalar' || typeof node.value !== 'string') return sourceOf(text, node);
  return readJson(node.value).ok ? sourceOf(text, node) : node.value;
}

/** Returns the text of a scalar for a control: a number as entered, or the characters of a string. */
export function scalarText(text: string, node: JsonNode | null): string {
  if (node?.type !== 'scalar') return '';
  return typeof node.value === 'string' ? node.value : sourceOf(text, node);
}

/**
 * Whether entered text begins like JSON.
 * Any other text in a field for strings is the content of a string.
 */
export function startsLikeJson(input: string): boolean {
  return /^\s*["[{]/.test(input);
}

/** Returns the JSON text of a node without its indentation in the draft. */
export function blockText(text: string, node: JsonNode): string {
  const lineStart = text.lastIndexOf('\n', node.from - 1) + 1;
  const indent = /^[ \t]*/.exec(text.slice(lineStart, node.from))?.[0] ?? '';
  return sourceOf(text, node).replaceAll(`\n${indent}`, '\n');
}

/** Returns the initial JSON of a new list item or object. */
export function blankSource(field: Field): string {
  const blanks: Readonly<Record<ControlType, string>> = {
    text: '""',
    any: '""',
    number: '0',
    select: JSON.stringify(field.allowedValues?.[0] ?? ''),
    switch: 'false',
    pair: '{ "": "" }',
    map: '{}',
    group: '{}',
    free: '{}',
    list: '[]',
  };
  return blanks[controlOf(field)];
}

/** Returns the findings at exactly this path. */
export function findingsAt(findings: readonly Finding[], path: JsonPath): readonly Finding[] {
  return findings.filter((finding) => isSamePath(finding.path, path));
}

/** Returns the findings at this path and below it. */
export function findingsBelow(findings: readonly Finding[], path: JsonPath): readonly Finding[] {
  return findings.filter((finding) => isSamePath(finding.path.slice(0, path.length), path));
}

const controlsWithRows: readonly ControlType[] = ['group', 'list', 'map'];

/** Returns the findings to show beside a control, including those of inner values without rows. */
export function findingsOf(
  findings: readonly Finding[],
  path: JsonPath,
  control: ControlType,
  node: JsonNode | null,
): readonly Finding[] {
  const hasRows = controlsWithRows.includes(control) && node !== null && canShow(control, node);
  return hasRows ? findingsAt(findings, path) : findingsBelow(findings, path);
}

function isSamePath(one: JsonPath, other: JsonPath): boolean {
  return one.length === other.length && one.every((step, index) => String(step) === String(other[index]));
}

/** Returns the arguments of a call without `options`, which the form does not support. */
export function withoutOptions(top: JsonNode | null): JsonNode | null {
  return top?.type === 'object' ? { ...top, entries: top.entries.filter(({ key }) => key !== 'options') } : top;
}

/** Counts the set fields and all fields, without those inside lists. */
export function countSetFields(
  fields: readonly Field[],
  node: JsonNode | null,
): { readonly setCount: number; readonly totalCount: number } {
  let [setCount, totalCount] = [0, 0];
  for (const field of fields) {
    const child = node && childAt(node, field.name);
    const inner =
      field.children.length > 0
        ? countSetFields(field.children, child)
        : { setCount: Number(child !== null), totalCount: 1 };
    setCount += inner.setCount;
    totalCount += inner.totalCount;
  }
  return { setCount, totalCount };
}

/** Counts the absent optional fields, for “Show 4 optional fields”. */
export function countAbsentOptional(fields: readonly Field[], node: JsonNode | null): number {
  return fields.reduce((count, field) => {
    const child = node && childAt(node, field.name);
    if (child === null) return count + Number(!field.required);
    return count + countAbsentOptional(field.children, child);
  }, 0);
}

/** Whether a draft's text can be shown as a form. */
export function isFormText(text: string): boolean {
  const read = readJson(text);
  return read.ok && isJsonObject(read.value);
}
