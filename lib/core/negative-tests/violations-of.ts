import {
  formatPath,
  isJsonArray,
  isJsonObject,
  type Json,
  type JsonObject,
  type JsonPath,
  valueAt,
} from '#core/json/json';
import { compiledOf } from '#core/telemetry/compiled';
import { checkEnvelope, envelopeFields } from '#core/telemetry/envelope';
import type { Field } from '#core/telemetry/fields';
import type { EventKind } from '#core/telemetry/kinds';
import type { Rule } from '#core/telemetry/rules';
import { applyEdits, type JsonEdit } from './edit-json';
import { type FieldMutation, legalValue, mutateField, otherLegalValues } from './field-violations';
import type { ExpectedFinding, Violation } from './violation';

/**
 * Returns all systematic violations of a kind's rules, each with its expected finding.
 * They are derived from the definition and its sample. Violations of the envelope that a call can cause come last.
 */
export function violationsOf(kind: EventKind): readonly Violation[] {
  const sample = sampleOf(kind);
  const { fields, definition } = compiledOf(kind);
  const mutations = fields.flatMap((field) => mutateField(field, [field.name], valueAt(sample, [field.name])));
  return [
    ...mutations.flatMap((each) => ofField(kind, sample, each)),
    ...(definition.rules ?? []).flatMap((rule) => ofRule(kind, sample, rule)),
    extraArgumentViolation(kind, sample),
    ...envelopeViolations(kind, sample),
  ];
}

/** Returns a copy of a kind's sample, by argument names. */
export function sampleOf(kind: EventKind): JsonObject {
  const sample: unknown = JSON.parse(JSON.stringify(compiledOf(kind).definition.sample));
  return isJsonObject(sample) ? sample : {};
}

/**
 * Returns the violation by a mutation of one field.
 * Throws if the mutation cannot be the only violation, which is a bug of the definition or of this table.
 */
function ofField(
  kind: EventKind,
  sample: JsonObject,
  { mutation, edits, finding }: FieldMutation,
): readonly Violation[] {
  // Arguments are positional: an omitted one before another is null, which is a separate violation.
  if (mutation.type === 'omitted' && mutation.path.length === 1 && !isLast(kind, mutation.path)) return [];
  const draft = withoutRuleConflicts(
    kind,
    applyEdits(sample, edits),
    edits.map(([path]) => path),
  );
  if (draft === null) throw new Error(`No ${kind} in which only ${finding.path.join('.')} is invalid.`);
  const { echo, changesSdkState } = onWire(kind, edits[0]);
  return [
    {
      kind,
      part: 'definition',
      mutation,
      draft,
      expected: [{ ruleSet: 'definition', ...finding }],
      echo,
      changesSdkState,
    },
  ];
}

function ofRule(kind: EventKind, sample: JsonObject, { field, finding, violations }: Rule): readonly Violation[] {
  return violations.map((values) => ({
    kind,
    part: 'definition',
    mutation: { type: 'contradiction', values },
    draft: applyEdits(
      sample,
      Object.entries(values).map(([path, value]): JsonEdit => [path.split('.'), value]),
    ),
    expected: [{ ruleSet: 'definition', ...finding, path: field.split('.') }],
    echo: [],
    changesSdkState: false,
  }));
}

function extraArgumentViolation(kind: EventKind, sample: JsonObject): Violation {
  const path = [compiledOf(kind).argumentNames.length];
  return {
    kind,
    part: 'definition',
    mutation: { type: 'extra-argument', path },
    draft: { ...sample, options: 'surplus' },
    expected: [{ ruleSet: 'definition', severity: 'info', code: 'extra-argument', path }],
    echo: [],
    changesSdkState: false,
  };
}

function isLast(kind: EventKind, [name]: JsonPath): boolean {
  return compiledOf(kind).argumentNames.at(-1) === name;
}

/**
 * Returns the effect of an edit in wire format: an argument becomes a part of the event, unchanged.
 * The last one becomes `edata`, the definition maps the others.
 */
function onWire(
  kind: EventKind,
  edit: JsonEdit | undefined,
): { echo: readonly ExpectedFinding[]; changesSdkState: boolean } {
  const [path, value] = edit ?? [[], undefined];
  if (path.length !== 1) return { echo: [], changesSdkState: false };
  if (isLast(kind, path)) return { echo: envelopeOutcome(['edata'], value), changesSdkState: false };
  const mapping = compiledOf(kind).mappings.find(({ argument }) => argument.length === 1 && argument[0] === path[0]);
  return mapping
    ? { echo: envelopeOutcome(mapping.event, value), changesSdkState: true }
    : { echo: [], changesSdkState: false };
}

/**
 * Changes another field of a draft with one invalid field, if both together violate a second rule.
 * Example: without `pass`, its default is No, which the sample's score of 1 contradicts, so the score changes.
 * Returns `null` if no single change helps.
 */
function withoutRuleConflicts(kind: EventKind, draft: JsonObject, mutated: readonly JsonPath[]): JsonObject | null {
  if (isSettled(kind, draft)) return draft;
  for (const change of changes(compiledOf(kind).fields, draft, [])) {
    if (mutated.some((path) => touches(path, change[0]))) continue;
    const changed = applyEdits(draft, [change]);
    if (isSettled(kind, changed)) return changed;
  }
  return null;
}

function isSettled(kind: EventKind, draft: JsonObject): boolean {
  return (compiledOf(kind).definition.rules ?? []).every((rule) => rule.check(draft) === null);
}

function changes(fields: readonly Field[], holder: Json | undefined, at: JsonPath): readonly JsonEdit[] {
  return fields.flatMap((field): readonly JsonEdit[] => {
    const path = [...at, field.name];
    const value = valueAt(holder, [field.name]);
    if (value === undefined) return [];
    const alternatives = otherLegalValues(field).map((other): JsonEdit => [path, other]);
    const items =
      isJsonArray(value) && field.item
        ? value.flatMap((item, index) => changes(field.item?.children ?? [], item, [...path, index]))
        : [];
    return [...alternatives, ...changes(field.children, value, path), ...items];
  });
}

/** Whether one path leads through the other: `data.item` and `data.item.id`. */
function touches(one: JsonPath, other: JsonPath): boolean {
  const [short, long] = one.length < other.length ? [one, other] : [other, one];
  return `${formatPath(long)}.`.startsWith(`${formatPath(short)}.`);
}

/**
 * The parts of the envelope that a page can set through the SDKs' `options`.
 * The SDK sets the others itself.
 * Tags are excluded: the SDKs insert configured tags first, so that the index of a tag is unknown.
 */
const reachable: ReadonlySet<string> = new Set(['actor', 'context', 'object']);

/** Empty options reset those of earlier calls, which the SDK stores. */
export const noOptions: JsonObject = { actor: {}, context: {}, object: {} };

/** Returns the violations of the envelope that a call of the SDK can cause. */
function envelopeViolations(kind: EventKind, sample: JsonObject): readonly Violation[] {
  const extraArgument: ExpectedFinding = {
    ruleSet: 'definition',
    severity: 'info',
    code: 'extra-argument',
    path: [compiledOf(kind).argumentNames.length],
  };
  return mutateEnvelope().map(({ mutation, finding, edits, base }) => ({
    kind,
    part: 'envelope',
    mutation,
    draft: { ...sample, options: applyEdits(applyEdits(noOptions, [base]), edits) },
    expected: [extraArgument, { ruleSet: 'envelope', ...finding }],
    echo: [],
    changesSdkState: true,
  }));
}

type MutatedPart = FieldMutation & { readonly base: readonly [JsonPath, JsonObject[string]] };

function mutateEnvelope(): readonly MutatedPart[] {
  const parts = envelopeFields().filter(({ name }) => reachable.has(name));
  return parts.flatMap((part) =>
    part.children.flatMap((field) => {
      const path = [part.name, field.name];
      const created = mutateField(field, path, undefined);
      // The SDKs merge options into their own values, so an omitted field still appears in the event.
      const reaches = created.filter(({ mutation }) => mutation.type !== 'omitted' || mutation.path.length > 2);
      return reaches.map((each) => ({ ...each, base: [path, legalValue(field)] as const }));
    }),
  );
}

/** Returns an event in wire format without findings in its envelope. */
export function legalEnvelope(): JsonObject {
  return Object.fromEntries(envelopeFields().map((field) => [field.name, legalValue(field)]));
}

/** Returns the findings of the envelope for an event with this value at a path. */
function envelopeOutcome(path: JsonPath, value: JsonObject[string] | undefined): readonly ExpectedFinding[] {
  return checkEnvelope(applyEdits(legalEnvelope(), [[path, value]])).map(inShort);
}

function inShort({ ruleSet, severity, code, path }: ExpectedFinding): ExpectedFinding {
  return { ruleSet, severity, code, path };
}
