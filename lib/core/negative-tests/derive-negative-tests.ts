import { formatPath, isJsonArray, type Json, type JsonObject, type JsonPath, valueAt } from '#core/json/json';
import { compiledOf } from '#core/telemetry/compiled';
import { copySample } from '#core/telemetry/draft';
import { checkEnvelope, envelopeFields } from '#core/telemetry/envelope';
import type { Field } from '#core/telemetry/fields';
import type { EventKind } from '#core/telemetry/kinds';
import type { Rule } from '#core/telemetry/rules';
import { applyEdits, type JsonEdit } from './edit-json';
import { type FieldMutation, legalValue, mutateField, otherLegalValues } from './field-mutations';
import type { ExpectedFinding, NegativeTest } from './negative-test';

/**
 * Derives the negative tests of a kind from its definition and sample.
 * Tests of the envelope come last.
 */
export function deriveNegativeTests(kind: EventKind): readonly NegativeTest[] {
  const sample = copySample(kind);
  const { fields, definition } = compiledOf(kind);
  const mutations = fields.flatMap((field) => mutateField(field, [field.name], valueAt(sample, [field.name])));
  return [
    ...mutations.flatMap((each) => deriveFromField(kind, sample, each)),
    ...(definition.rules ?? []).flatMap((rule) => deriveFromRule(kind, sample, rule)),
    createExtraArgumentTest(kind, sample),
    ...deriveEnvelopeTests(kind, sample),
  ];
}

/** Throws if the mutation cannot be the only violation, which is a bug of the definition or of `mutateField`. */
function deriveFromField(
  kind: EventKind,
  sample: JsonObject,
  { mutation, edits, finding }: FieldMutation,
): readonly NegativeTest[] {
  // Arguments are positional. An omitted argument before another is null, which another mutation covers.
  if (mutation.type === 'omitted' && mutation.path.length === 1 && !isLast(kind, mutation.path)) return [];
  const draft = withoutRuleConflicts(
    kind,
    applyEdits(sample, edits),
    edits.map(([path]) => path),
  );
  if (draft === null) throw new Error(`No ${kind} in which only ${finding.path.join('.')} is invalid.`);
  const { echo, changesSdkState } = predictWireEffect(kind, edits[0]);
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

function deriveFromRule(
  kind: EventKind,
  sample: JsonObject,
  { field, finding, violations }: Rule,
): readonly NegativeTest[] {
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

function createExtraArgumentTest(kind: EventKind, sample: JsonObject): NegativeTest {
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
 * Predicts the effect of a replaced or omitted argument on the event. The SDK copies arguments unchanged.
 * The last argument becomes `edata`. The definition maps the others.
 */
function predictWireEffect(
  kind: EventKind,
  edit: JsonEdit | undefined,
): { echo: readonly ExpectedFinding[]; changesSdkState: boolean } {
  const [path, value] = edit ?? [[], undefined];
  if (path.length !== 1) return { echo: [], changesSdkState: false };
  if (isLast(kind, path)) return { echo: findEnvelopeViolations(['edata'], value), changesSdkState: false };
  const mapping = compiledOf(kind).mappings.find(({ argument }) => argument.length === 1 && argument[0] === path[0]);
  return mapping
    ? { echo: findEnvelopeViolations(mapping.event, value), changesSdkState: true }
    : { echo: [], changesSdkState: false };
}

/**
 * Changes another field of a mutated draft if the mutated field and the other violate a second rule.
 * Example: without `pass`, its default is No, which the sample's score of 1 contradicts, so the score changes.
 * Returns `null` if no single change helps.
 */
function withoutRuleConflicts(kind: EventKind, draft: JsonObject, mutated: readonly JsonPath[]): JsonObject | null {
  if (hasNoRuleConflict(kind, draft)) return draft;
  for (const change of listAlternatives(compiledOf(kind).fields, draft, [])) {
    if (mutated.some((path) => pathsOverlap(path, change[0]))) continue;
    const changed = applyEdits(draft, [change]);
    if (hasNoRuleConflict(kind, changed)) return changed;
  }
  return null;
}

function hasNoRuleConflict(kind: EventKind, draft: JsonObject): boolean {
  return (compiledOf(kind).definition.rules ?? []).every((rule) => rule.check(draft) === null);
}

function listAlternatives(
  fields: readonly Field[],
  holder: Json | undefined,
  parentPath: JsonPath,
): readonly JsonEdit[] {
  return fields.flatMap((field): readonly JsonEdit[] => {
    const path = [...parentPath, field.name];
    const value = valueAt(holder, [field.name]);
    if (value === undefined) return [];
    const values = otherLegalValues(field).map((other): JsonEdit => [path, other]);
    const items =
      isJsonArray(value) && field.item
        ? value.flatMap((item, index) => listAlternatives(field.item?.children ?? [], item, [...path, index]))
        : [];
    return [...values, ...listAlternatives(field.children, value, path), ...items];
  });
}

/** Whether one path contains the other, such as `data.item` and `data.item.id`. */
function pathsOverlap(one: JsonPath, other: JsonPath): boolean {
  const [short, long] = one.length < other.length ? [one, other] : [other, one];
  return `${formatPath(long)}.`.startsWith(`${formatPath(short)}.`);
}

/**
 * The parts of the envelope that a page can set through the SDKs' `options`.
 * The SDK sets the remaining parts itself.
 * Tags are excluded: the SDKs insert configured tags first, so that the index of a tag is unknown.
 */
const settableParts: ReadonlySet<string> = new Set(['actor', 'context', 'object']);

/** Resets the options of earlier calls, which the SDK stores. */
export const noOptions: JsonObject = { actor: {}, context: {}, object: {} };

/** Derives the tests of those parts of the envelope that a call of the SDK can set. */
function deriveEnvelopeTests(kind: EventKind, sample: JsonObject): readonly NegativeTest[] {
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
  const parts = envelopeFields().filter(({ name }) => settableParts.has(name));
  return parts.flatMap((part) =>
    part.children.flatMap((field) => {
      const path = [part.name, field.name];
      // The SDKs merge options into their own values, so an omitted field still appears in the event.
      const effective = mutateField(field, path, undefined).filter(
        ({ mutation }) => mutation.type !== 'omitted' || mutation.path.length > 2,
      );
      return effective.map((each) => ({ ...each, base: [path, legalValue(field)] as const }));
    }),
  );
}

/** Creates an event in wire format without findings in its envelope. */
export function createLegalEnvelope(): JsonObject {
  return Object.fromEntries(envelopeFields().map((field) => [field.name, legalValue(field)]));
}

/** Validates the envelope of an event that is legal except for the value at `path`. */
function findEnvelopeViolations(path: JsonPath, value: JsonObject[string] | undefined): readonly ExpectedFinding[] {
  return checkEnvelope(applyEdits(createLegalEnvelope(), [[path, value]])).map(toExpectedFinding);
}

function toExpectedFinding({ ruleSet, severity, code, path }: ExpectedFinding): ExpectedFinding {
  return { ruleSet, severity, code, path };
}
