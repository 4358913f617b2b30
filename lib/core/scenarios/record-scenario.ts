import { toNamedArguments } from '#core/drafts/named-arguments';
import { isVolatile } from '#core/drafts/stable-event';
import { isAtOrBelow, isJsonObject, type JsonObject, valueAt } from '#core/json/json';
import { toValueTerm } from '#core/query/value-term';
import type { JudgedRecord } from '#core/stream/judged-record';
import { compiledOf } from '#core/telemetry/compiled';
import { allFields, type Field } from '#core/telemetry/fields';
import type { EventKind } from '#core/telemetry/kinds';
import { readWireArguments } from '#core/telemetry/wire-format';
import { emissionOf } from './call-emission';
import { meetsFieldTest } from './evaluate-step';
import {
  MAX_STEP_FILTER_CHARACTERS,
  MAX_STEPS,
  MAX_WAIT_MS,
  newScenario,
  type RecordedCall,
  type Scenario,
  type Step,
} from './scenario';

/** Timeout of a replay for the first event of the page, which a user must trigger. */
const FIRST_EVENT_TIMEOUT_MS = 60_000;

/** Limit of the fields that a replay checks. The first fields of a definition are the most significant. */
const MAX_FIELDS = 6;

/** The steps of one event: those that fire or expect it, and those that expect its fields. */
interface EventSteps {
  readonly record: JudgedRecord;
  readonly steps: readonly Step[];
  readonly fields: readonly Step[];
}

/** A scenario of captured events. */
export interface RecordedScenario {
  readonly scenario: Scenario;
  /** Whether the scenario has steps for all events. If not, {@link MAX_STEPS} are too few for the last events. */
  readonly isComplete: boolean;
}

/**
 * Creates a scenario from captured events.
 * Manually fired events are fired again. Events of the page are expected in the same order, with the same IDs and
 * values of closed lists. Calls without an event are omitted. For many events, fewer fields are expected, and only the
 * first events.
 */
export function recordScenario(name: string, rows: readonly JudgedRecord[]): RecordedScenario {
  const recordable = rows.filter((record) => record.kind !== null && emissionOf(record) !== 'none');
  const parts = recordable
    .slice(0, MAX_STEPS)
    .flatMap((record, index) => createEventSteps(record, recordable[index - 1] ?? null));
  let includedParts = parts;
  for (let fields = MAX_FIELDS; fields >= 0 && countSteps(includedParts) >= MAX_STEPS; fields -= 1) {
    includedParts = parts.map((part) => ({ ...part, fields: part.fields.slice(0, fields) }));
  }
  while (countSteps(includedParts) >= MAX_STEPS) includedParts = includedParts.slice(0, -1);
  const last = includedParts.at(-1)?.record.row ?? 0;
  const isComplete = includedParts.length === recordable.length;
  const coveredRows = isComplete ? rows : rows.filter(({ row }) => row <= last);
  const steps = [...includedParts.flatMap((part) => [...part.steps, ...part.fields]), createVerdictStep(coveredRows)];
  return { scenario: newScenario(name, steps), isComplete };
}

function countSteps(parts: readonly EventSteps[]): number {
  return parts.reduce((sum, { steps, fields }) => sum + steps.length + fields.length, 0);
}

function createEventSteps(record: JudgedRecord, previous: JudgedRecord | null): readonly EventSteps[] {
  const { kind } = record;
  if (kind === null) return [];
  if (record.firedBy.type === 'panel')
    return [{ record, steps: [{ type: 'fire', kind, args: readArguments(kind, record) }], fields: [] }];
  const fields = createFieldSteps(kind, record);
  return [{ record, steps: [...expectFiredEvent(previous), expectEvent(kind, record, previous, fields)], fields }];
}

/** Returns a step that expects the previous event if it was fired. Otherwise the next step would match that event. */
function expectFiredEvent(previous: JudgedRecord | null): readonly Step[] {
  return previous?.kind && previous.firedBy.type === 'panel' ? [{ type: 'expect-kind', kind: previous.kind }] : [];
}

/** Returns the calls of captured events with their pages and gaps, in order, for a replay. */
export function recordCalls(
  rows: readonly JudgedRecord[],
  pageOf: (record: JudgedRecord) => string,
): readonly RecordedCall[] {
  const calls = rows.flatMap((record) => (record.kind === null ? [] : [{ record, kind: record.kind }]));
  return calls.slice(0, MAX_STEPS).map(({ record, kind }, index) => ({
    kind,
    args: readArguments(kind, record),
    page: pageOf(record).slice(0, 2000),
    gapMs: Math.round(Math.min(MAX_WAIT_MS, Math.max(0, record.at - (calls[index - 1]?.record.at ?? record.at)))),
  }));
}

type FieldStep = Extract<Step, { type: 'expect-field' }>;

/** Returns the step that expects an event. It must be the next event unless events were omitted before it. */
function expectEvent(
  kind: EventKind,
  record: JudgedRecord,
  previous: JudgedRecord | null,
  fields: readonly FieldStep[],
): Step {
  if (previous?.row === record.row - 1) return { type: 'expect-kind', kind };
  const filter = record.row === 1 ? `kind:${kind}` : createFilter(kind, fields);
  return { type: 'wait-for', filter, ...(previous === null && { within: FIRST_EVENT_TIMEOUT_MS }) };
}

/** Returns a filter with the fields of an event, which omitted events of its kind do not have. */
function createFilter(kind: EventKind, fields: readonly FieldStep[]): string {
  return fields.reduce((terms, { path, is }) => {
    const longer = `${terms} ${toValueTerm(path.split('.'), 'equals' in is ? is.equals : '')?.term ?? ''}`.trimEnd();
    return longer.length <= MAX_STEP_FILTER_CHARACTERS ? longer : terms;
  }, `kind:${kind}`);
}

function readArguments(kind: EventKind, { call, event }: JudgedRecord): JsonObject {
  const { argumentNames, mappings } = compiledOf(kind);
  if (call) return toNamedArguments(call.args.slice(0, argumentNames.length + 1), argumentNames);
  return event && isJsonObject(event.json) ? readWireArguments(mappings, event.json).args : {};
}

function createFieldSteps(kind: EventKind, record: JudgedRecord): readonly FieldStep[] {
  const args = readArguments(kind, record);
  const significant = allFields(compiledOf(kind).fields).filter(isSignificant);
  return significant
    .flatMap((field): readonly FieldStep[] => {
      const value = valueAt(args, field.path);
      if (typeof value !== 'string' || value === '') return [];
      // The SDKs move or drop some fields, so only fields in the event are expected.
      const path = wirePathsOf(kind, field).find((wirePath) => meetsFieldTest(record, wirePath, { equals: value }));
      return path === undefined ? [] : [{ type: 'expect-field', path, is: { equals: value } } as const];
    })
    .slice(0, MAX_FIELDS);
}

/**
 * Whether a field is equal in each run of a page, as IDs of resources and values of lists are.
 * Numbers, times and IDs of single events are not.
 */
function isSignificant({ type, allowedValues, identifier, path }: Field): boolean {
  const isVaried = path.includes('*') || isVolatile(['edata', ...path.slice(1)]);
  return type === 'string' && (allowedValues !== null || identifier) && !isVaried;
}

/**
 * Returns the paths of an argument's field in an event: by the definition, or inside `edata` as the SDK received it.
 */
function wirePathsOf(kind: EventKind, { path }: Field): readonly string[] {
  const mappings = compiledOf(kind).mappings.filter(({ argument }) => isAtOrBelow(path, argument));
  const onWire = mappings.map(({ argument, event }) => [...event, ...path.slice(argument.length)].join('.'));
  return [...onWire, ['edata', ...path.slice(1)].join('.')];
}

function createVerdictStep(rows: readonly JudgedRecord[]): Step {
  const invalid = rows.filter(({ verdict }) => verdict === 'invalid').length;
  if (invalid === 0) return { type: 'expect-no-invalid' };
  return { type: 'expect-count', filter: 'is:invalid', count: invalid };
}
