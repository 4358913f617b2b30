import type { TelemetryRecord } from '#core/journey/record';
import { formatPath, isAtOrBelow, isJsonObject, type Json, type JsonPath, parseJson } from '#core/json/json';
import { removeAtPath, setAtPath } from '#core/json/json-edits';
import { compiledOf } from '#core/telemetry/compiled';
import { findField } from '#core/telemetry/fields';
import type { Finding } from '#core/telemetry/findings';
import { type EventKind, kindOfEid } from '#core/telemetry/kinds';
import { pathInArguments, readWireArguments } from '#core/telemetry/wire-format';
import { draftOfRecord } from './draft-of-record';
import type { PanelRules } from './draft-rules';
import { draftPath, findingPaths } from './finding-path';
import { type Fix, suggestFix } from './quick-fix';

/** A draft with an applied fix, ready to be fired. */
export interface FixedDraft {
  readonly kind: EventKind;
  /** JSON keyed by argument name. */
  readonly text: string;
  readonly args: readonly Json[];
  /** Number of remaining errors. */
  readonly errors: number;
  /** Whether the field is in the envelope, which is set when the draft is fired. */
  readonly fixesEnvelope: boolean;
}

type DraftFixRules = Pick<
  PanelRules,
  'argumentNames' | 'argumentsOfEvent' | 'fieldsOf' | 'parseDraft' | 'validateCall'
>;

/**
 * Creates the draft of a captured event with a fix applied.
 * Returns `null` if the fix is not likely, does not change the fired event, or would cause another error.
 */
export function fixRecord(
  record: TelemetryRecord,
  finding: Finding,
  fix: Fix,
  rules: DraftFixRules,
): FixedDraft | null {
  const kind = record.kind ?? kindOfFix(fix);
  const location = kind && locateInDraft(record, finding, fix, rules);
  const text = kind && draftOfRecord({ kind, call: record.call, event: record.event }, rules);
  if (!kind || !text || location === null || fix.certainty !== 'likely') return null;
  return applyFixAndValidate({ kind, text, location, fix }, rules);
}

/** Suggests a fix for a finding of a draft. The draft is meant for the page of the newest event. */
export function suggestDraftFix(
  { kind, args }: { readonly kind: EventKind; readonly args: readonly Json[] },
  finding: Finding,
  rules: DraftFixRules,
  events: readonly TelemetryRecord[],
): Fix | null {
  const newest = events.findLast(({ firedBy }) => firedBy.type === 'page');
  const page = newest && { documentKey: newest.documentKey, frame: newest.frame };
  return suggestFix({ kind, call: { method: kind, args }, event: null, ...page }, finding, rules, events);
}

/** Applies a likely fix to a draft, or returns `null` if it is unreadable or would have a new error. */
export function fixDraft(kind: EventKind, text: string, fix: Fix, rules: DraftFixRules): FixedDraft | null {
  const location: DraftLocation = { type: 'argument', path: draftPath(fix.path.slice(1)) };
  return fix.certainty === 'likely' ? applyFixAndValidate({ kind, text, location, fix }, rules) : null;
}

/** The location of a fixed field. Fields of the envelope are set when the draft is fired. */
type DraftLocation = { readonly type: 'argument'; readonly path: JsonPath } | { readonly type: 'envelope' };

interface Edit {
  readonly kind: EventKind;
  readonly text: string;
  readonly location: DraftLocation;
  readonly fix: Fix;
}

function applyFixAndValidate({ kind, text, location, fix }: Edit, rules: DraftFixRules): FixedDraft | null {
  if (parseJson(text) === undefined) return null;
  const path = location.type === 'argument' ? location.path : null;
  const edited = path === null ? text : editText(text, path, fix, siblingNames(kind, path, rules));
  const [before, after] = [rules.parseDraft(kind, text), rules.parseDraft(kind, edited)];
  if (!before.ok || !after.ok) return null;
  const [earlier, remaining] = [before.value, after.value].map((args) => rules.validateCall(kind, args).findings);
  const earlierKeys = new Set(earlier?.map(keyOfFinding));
  const errors = remaining?.filter(({ severity }) => severity === 'error') ?? [];
  const isFixed = path === null || !remaining?.some((finding) => isErrorAt(finding, path));
  return isFixed && errors.every((finding) => earlierKeys.has(keyOfFinding(finding)))
    ? { kind, text: edited, args: after.value, errors: errors.length, fixesEnvelope: path === null }
    : null;
}

function editText(text: string, path: JsonPath, fix: Fix, order: readonly string[]): string {
  if (fix.type === 'remove') return removeAtPath(text, path);
  if (fix.type === 'set') return setAtPath(text, path, JSON.stringify(fix.value), order);
  const newPath = [...path.slice(0, -1), fix.name];
  return setAtPath(removeAtPath(text, path), newPath, JSON.stringify(fix.value), order);
}

/** Whether a finding is an error at a fixed field or inside it. Then the fix has only moved the error. */
function isErrorAt({ path, severity }: Finding, fixedPath: JsonPath): boolean {
  return severity === 'error' && isAtOrBelow(draftPath(path), fixedPath);
}

function keyOfFinding({ ruleSet, code, path }: Finding): string {
  return `${ruleSet} ${code} ${formatPath(path)}`;
}

/** Returns the names of the field at a path and of its siblings, in the order of the definition. */
function siblingNames(kind: EventKind, path: JsonPath, { fieldsOf }: DraftFixRules): readonly string[] {
  const fields = fieldsOf(kind);
  const siblings = path.length === 1 ? fields : (findField(fields, path.slice(0, -1))?.children ?? []);
  return siblings.map(({ name }) => name);
}

/** Returns the kind of an event without a kind: only a fixed `eid` determines it. */
function kindOfFix(fix: Fix): EventKind | null {
  return fix.type === 'set' && formatPath(fix.path) === 'event.eid' && typeof fix.value === 'string'
    ? kindOfEid(fix.value)
    : null;
}

/**
 * Returns the location of a fixed field in the record's draft, or `null` if the draft has no such field.
 * In a record with a call, a field of the envelope has no location, because the SDK would set the same value again.
 */
function locateInDraft(
  record: TelemetryRecord,
  finding: Finding,
  { path: [part, ...path] }: Fix,
  { argumentNames }: DraftFixRules,
): DraftLocation | null {
  if (part === 'call') return { type: 'argument', path };
  const json = record.event?.json;
  if (record.call) {
    if (formatPath(path) !== formatPath(finding.path)) return null;
    const inCall = findingPaths(record, finding, argumentNames).find(([first]) => first === 'call');
    return inCall ? { type: 'argument', path: inCall.slice(1) } : null;
  }
  if (!record.kind || !isJsonObject(json)) return { type: 'envelope' };
  const inArguments = pathInArguments(path, readWireArguments(compiledOf(record.kind).mappings, json).mappings);
  return inArguments ? { type: 'argument', path: inArguments } : { type: 'envelope' };
}
