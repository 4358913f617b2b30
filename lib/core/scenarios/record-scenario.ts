import { namedArguments } from '#core/drafts/named-arguments';
import { isJsonObject, type JsonObject, valueAt } from '#core/json/json';
import type { JudgedRecord } from '#core/stream/judged-record';
import { compiledOf } from '#core/telemetry/compiled';
import { allFields, type Field } from '#core/telemetry/fields';
import type { EventKind } from '#core/telemetry/kinds';
import { argumentsOnWire } from '#core/telemetry/wire-format';
import { meetsFieldTest } from './evaluate-step';
import { MAX_STEPS, MAX_WAIT_MS, newScenario, type RecordedCall, type Scenario, type Step } from './scenario';

/** Timeout of a replay for the first event of the page, which a user must trigger. */
const FIRST_EVENT_TIMEOUT_MS = 60_000;

/** Limit of the fields that a replay checks. The first fields of a definition are the most significant. */
const MAX_FIELDS = 6;

/**
 * Creates a scenario from captured events.
 * Manually fired events are fired again. Events of the page are expected in the same order, with the same IDs and values
 * of closed lists. `fireAll` also fires the events of the page.
 */
export function recordScenario(name: string, rows: readonly JudgedRecord[], fireAll = false): Scenario {
  const known = rows.filter((record) => record.kind !== null);
  const steps = known.flatMap((record, index) => stepsOf(record, known[index - 1] ?? null, fireAll));
  const last = verdictStep(known);
  return newScenario(name, [...steps.slice(0, MAX_STEPS - 1), last]);
}

function stepsOf(record: JudgedRecord, before: JudgedRecord | null, fireAll: boolean): readonly Step[] {
  const { kind } = record;
  if (kind === null) return [];
  if (fireAll || record.firedBy.type === 'panel') return [{ type: 'fire', kind, args: argumentsOf(kind, record) }];
  return [comingStep(kind, record, before), ...fieldSteps(kind, record)];
}

/** Returns the calls of captured events with their pages and gaps, in order, for a replay. */
export function recordCalls(
  rows: readonly JudgedRecord[],
  pageOf: (record: JudgedRecord) => string,
): readonly RecordedCall[] {
  const known = rows.flatMap((record) => (record.kind === null ? [] : [{ record, kind: record.kind }]));
  return known.slice(0, MAX_STEPS).map(({ record, kind }, index) => ({
    kind,
    args: argumentsOf(kind, record),
    page: pageOf(record).slice(0, 2000),
    gapMs: Math.round(Math.min(MAX_WAIT_MS, Math.max(0, record.at - (known[index - 1]?.record.at ?? record.at)))),
  }));
}

/** Returns the step that expects an event. It must be the next event unless events were omitted before it. */
function comingStep(kind: EventKind, record: JudgedRecord, before: JudgedRecord | null): Step {
  if (before === null) return { type: 'wait-for', filter: `kind:${kind}`, within: FIRST_EVENT_TIMEOUT_MS };
  if (before.row === record.row - 1) return { type: 'expect-kind', kind };
  return { type: 'wait-for', filter: `kind:${kind}` };
}

function argumentsOf(kind: EventKind, { call, event }: JudgedRecord): JsonObject {
  const { argumentNames, mappings } = compiledOf(kind);
  if (call) return namedArguments(call.args.slice(0, argumentNames.length + 1), argumentNames);
  return event && isJsonObject(event.json) ? argumentsOnWire(mappings, event.json).args : {};
}

function fieldSteps(kind: EventKind, record: JudgedRecord): readonly Step[] {
  const args = argumentsOf(kind, record);
  const significant = allFields(compiledOf(kind).fields).filter(isSignificant);
  return significant
    .flatMap((field): readonly Step[] => {
      const value = valueAt(args, field.path);
      if (typeof value !== 'string' || value === '') return [];
      // The SDKs move or drop some fields, so that only fields in the event are expected.
      const path = wirePathsOf(kind, field).find((wirePath) => meetsFieldTest(record, wirePath, { equals: value }));
      return path === undefined ? [] : [{ type: 'expect-field', path, is: { equals: value } } as const];
    })
    .slice(0, MAX_FIELDS);
}

/** Whether a field is equal in each run of a page, as IDs and values of lists are. Numbers and times are not. */
function isSignificant({ type, choices, identifier, path }: Field): boolean {
  return type === 'string' && (choices !== null || identifier) && !path.includes('*');
}

/**
 * Returns the paths of an argument's field in an event: by the definition, or inside `edata` as the SDK received it.
 */
function wirePathsOf(kind: EventKind, { path }: Field): readonly string[] {
  const mappings = compiledOf(kind).mappings.filter(({ argument }) =>
    argument.every((step, index) => step === path[index]),
  );
  const onWire = mappings.map(({ argument, event }) => [...event, ...path.slice(argument.length)].join('.'));
  return [...onWire, ['edata', ...path.slice(1)].join('.')];
}

function verdictStep(rows: readonly JudgedRecord[]): Step {
  const invalid = rows.filter(({ verdict }) => verdict === 'invalid').length;
  if (invalid === 0) return { type: 'expect-no-invalid' };
  return { type: 'expect-count', filter: 'is:invalid', count: invalid };
}
