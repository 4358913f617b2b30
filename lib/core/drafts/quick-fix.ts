import type { TelemetryRecord } from '#core/journey/record';
import { isJsonArray, type Json, type JsonPath } from '#core/json/json';
import type { Field } from '#core/telemetry/fields';
import type { Finding } from '#core/telemetry/findings';
import { equalsIgnoreCase } from '#core/telemetry/wording';
import type { PanelRules } from './draft-rules';
import { foundValue } from './finding-path';

/** What is likely to fix a finding: the field as it could be written, or that it has to go. */
export type Fix =
  | { readonly action: 'set'; readonly text: string }
  | { readonly action: 'remove'; readonly name: string };

type FixRules = Pick<PanelRules, 'argumentNames' | 'fieldsOf'>;

/** Shorter words are one edit away from too many others. */
const MIN_SIMILAR_LENGTH = 4;

/** Values that pages often send, and the one of the definition that means the same. */
const SYNONYMS: Readonly<Record<string, string>> = { CLICK: 'TOUCH', TAP: 'TOUCH', PRESS: 'TOUCH' };

/**
 * Suggests a fix that is likely right, or `null` if it would be a guess.
 * Never suggests a value that is merely valid.
 */
export function suggestFix(record: TelemetryRecord, finding: Finding, rules: FixRules): Fix | null {
  if (!record.kind || finding.path.length === 0) return null;
  const name = String(finding.path.at(-1));
  if (finding.code === 'extra-argument' || finding.code === 'secret') return { action: 'remove', name };
  const path = argumentPath(record, finding, rules);
  const fields = rules.fieldsOf(record.kind);
  const found = foundValue(record, finding, rules.argumentNames);
  if (finding.code === 'unknown-field') {
    const nearest = nearestIn(name, fieldAt(fields, path.slice(0, -1))?.children.map((child) => child.name) ?? []);
    const isTaken =
      nearest !== null && foundValue(record, siblingOf(finding, nearest), rules.argumentNames) !== undefined;
    return nearest === null || isTaken || found === undefined ? { action: 'remove', name } : settingOf(nearest, found);
  }
  const field = finding.ruleSet === 'definition' ? fieldAt(fields, path) : null;
  const value = found === undefined || found === null ? undefined : correctedValue(finding, field, found);
  return value === undefined ? null : settingOf(finding.path.at(-1) ?? name, value);
}

function siblingOf(finding: Finding, name: string): Finding {
  return { ...finding, path: [...finding.path.slice(0, -1), name] };
}

/** As it stands in JSON: with its key, where it is not an item of a list. */
function settingOf(key: string | number, value: Json): Fix {
  const text = JSON.stringify(value);
  return { action: 'set', text: typeof key === 'number' ? text : `${JSON.stringify(key)}: ${text}` };
}

function correctedValue({ code, params }: Finding, field: Field | null, found: Json): Json | undefined {
  if (code === 'not-in-list' && typeof found === 'string') {
    return nearestIn(found, params.allowed ?? field?.choices ?? []) ?? undefined;
  }
  if (field === null) return undefined;
  if (code === 'wrong-type') return convert(found, field);
  return code === 'out-of-range' && typeof found === 'number' ? nearestInRange(found, field) : undefined;
}

/** The entry that is the same but for letter case, one edit away, or a known synonym. */
function nearestIn(text: string, list: readonly string[]): string | null {
  const same = equalsIgnoreCase(text, list);
  if (same !== null) return same;
  const similar = list.filter((entry) => isOneEditAway(text.toUpperCase(), entry.toUpperCase()));
  if (similar.length === 1) return similar[0] ?? null;
  const synonym = Object.hasOwn(SYNONYMS, text.toUpperCase()) ? SYNONYMS[text.toUpperCase()] : undefined;
  return synonym !== undefined && list.includes(synonym) ? synonym : null;
}

/**
 * Whether one letter more, less, another, or two that changed places make one text the other.
 * Of short texts any two are.
 */
function isOneEditAway(a: string, b: string): boolean {
  if (Math.min(a.length, b.length) < MIN_SIMILAR_LENGTH || Math.abs(a.length - b.length) > 1) return false;
  let start = 0;
  while (start < a.length && a[start] === b[start]) start += 1;
  const restOf = (text: string, skipped: number) => text.slice(start + skipped);
  if (a.length !== b.length) {
    return a.length > b.length ? restOf(a, 1) === restOf(b, 0) : restOf(a, 0) === restOf(b, 1);
  }
  const isSwapped = a[start] === b[start + 1] && a[start + 1] === b[start] && restOf(a, 2) === restOf(b, 2);
  return restOf(a, 1) === restOf(b, 1) || isSwapped;
}

/** The same value in the required type; undefined if that would lose something. */
function convert(found: Json, { type, choices, item }: Field): Json | undefined {
  if (type === 'string' && typeof found !== 'object') return inList(String(found), choices);
  if (type === 'number' || type === 'integer') return toNumber(found, type);
  if (type === 'boolean' && (found === 'true' || found === 'false')) return found === 'true';
  const isItem = item !== null && (item.type === 'any' || item.type === typeof found);
  return type === 'array' && !isJsonArray(found) && isItem ? [found] : undefined;
}

function inList(text: string, choices: readonly string[] | null): string | undefined {
  return choices === null || choices.includes(text) ? text : undefined;
}

function toNumber(found: Json, type: 'number' | 'integer'): number | undefined {
  const isDecimal = typeof found === 'string' && /^-?\d{1,15}(\.\d+)?$/.test(found.trim());
  const value = isDecimal ? Number(found) : Number.NaN;
  return Number.isNaN(value) || (type === 'integer' && !Number.isInteger(value)) ? undefined : value;
}

function nearestInRange(found: number, { minimum, maximum, recommendedMinimum }: Field): number {
  const atLeast = Math.max(found, minimum ?? recommendedMinimum ?? found);
  return Math.min(atLeast, maximum ?? atLeast);
}

/** The path by argument names, as definitions have it, also where only the event was seen. */
function argumentPath({ call, kind }: TelemetryRecord, { path }: Finding, { argumentNames }: FixRules): JsonPath {
  const [first, ...rest] = path;
  const names = kind ? argumentNames(kind) : [];
  if (typeof first === 'number') return [names[first] ?? '', ...rest];
  return call === null && first === 'edata' && !names.includes('edata') ? [names.at(-1) ?? 'data', ...rest] : path;
}

function fieldAt(fields: readonly Field[], [first, ...rest]: JsonPath): Field | null {
  const field = fields.find(({ name }) => name === first);
  return field ? fieldInside(field, rest) : null;
}

function fieldInside(field: Field, [step, ...rest]: JsonPath): Field | null {
  if (step === undefined) return field;
  const next = typeof step === 'number' ? field.item : field.children.find(({ name }) => name === step);
  return next ? fieldInside(next, rest) : null;
}
