import type { TelemetryRecord } from '#core/journey/record';
import { isJsonArray, type Json, type JsonPath, valueAt } from '#core/json/json';
import { readJson } from '#core/json/read-json';
import type { Field } from '#core/telemetry/fields';
import type { Finding } from '#core/telemetry/findings';
import { sameButForCase } from '#core/telemetry/wording';
import type { PanelRules } from './draft-rules';
import { foundValue } from './finding-path';

/** What would mend a finding: the field as it could be written, or that it has to go. */
export type Fix =
  | { readonly deed: 'write'; readonly text: string }
  | { readonly deed: 'remove'; readonly name: string };

type FixRules = Pick<PanelRules, 'argumentNames' | 'fieldsOf' | 'sampleDraft'>;

/** Null where nothing sensible can be said, as where two fields contradict each other. */
export function fixOf(record: TelemetryRecord, finding: Finding, rules: FixRules): Fix | null {
  if (!record.kind || finding.path.length === 0) return null;
  const name = String(finding.path.at(-1));
  if (finding.code === 'extra-argument' || finding.code === 'secret') return { deed: 'remove', name };
  if (finding.code === 'contradiction') return null;
  const path = argumentPath(record, finding, rules);
  const fields = rules.fieldsOf(record.kind);
  const found = foundValue(record, finding, rules.argumentNames);
  if (finding.code === 'unknown-field') {
    const nearest = sameButForCase(name, fieldAt(fields, path.slice(0, -1))?.children.map((child) => child.name) ?? []);
    return nearest === null || found === undefined ? { deed: 'remove', name } : written(nearest, found);
  }
  const field = finding.ruleSet === 'definition' ? fieldAt(fields, path) : null;
  const value = valueFor({ finding, field, found, sample: sampleAt(record.kind, path, rules) });
  return value === undefined ? null : written(finding.path.at(-1) ?? name, value);
}

/** As it stands in JSON: with its key, where it is not an item of a list. */
function written(key: string | number, value: Json): Fix {
  const text = JSON.stringify(value);
  return { deed: 'write', text: typeof key === 'number' ? text : `${JSON.stringify(key)}: ${text}` };
}

interface Case {
  readonly finding: Finding;
  readonly field: Field | null;
  readonly found: Json | undefined;
  readonly sample: Json | undefined;
}

function valueFor({ finding, field, found, sample }: Case): Json | undefined {
  const allowed = finding.params.allowed ?? field?.choices ?? [];
  if (finding.code === 'not-in-list' && typeof found === 'string') {
    const nearest = sameButForCase(found, allowed);
    if (nearest !== null) return nearest;
  }
  const converted = finding.code === 'wrong-type' && field ? convert(found, field) : undefined;
  if (converted !== undefined) return converted;
  if (finding.code === 'out-of-range' && typeof found === 'number' && field) return nearestInRange(found, field);
  if (typeof sample === 'string' && allowed.length > 0 && !allowed.includes(sample)) return allowed[0];
  return sample ?? field?.defaultValue ?? allowed[0] ?? field?.examples[0];
}

/** The same value in the type that is needed; undefined where that would be a guess. */
function convert(found: Json | undefined, { type, choices, item }: Field): Json | undefined {
  if (found === undefined || found === null) return undefined;
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
  const isNumeric = typeof found === 'number' || (typeof found === 'string' && found.trim() !== '');
  const value = isNumeric ? Number(found) : Number.NaN;
  if (!Number.isFinite(value)) return undefined;
  return type === 'integer' ? Math.round(value) : value;
}

function nearestInRange(found: number, { minimum, maximum, usualMinimum }: Field): number {
  const least = Math.max(found, minimum ?? usualMinimum ?? found);
  return Math.min(least, maximum ?? least);
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

function sampleAt(kind: NonNullable<TelemetryRecord['kind']>, path: JsonPath, rules: FixRules): Json | undefined {
  const sample = readJson(rules.sampleDraft(kind));
  return sample.ok ? valueAt(sample.value, path) : undefined;
}
