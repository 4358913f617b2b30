import type { JsonObject, JsonPath } from '#core/json/json';
import { compiledOf } from '#core/telemetry/compiled';
import { checkEnvelope, envelopeFields } from '#core/telemetry/envelope';
import type { EventKind } from '#core/telemetry/kinds';
import { applyEdits } from './edit-json';
import { type FieldMutation, legalValue, mutateField } from './field-violations';
import type { ExpectedFinding, Violation } from './violation';

/**
 * The parts of the envelope that a page reaches, through the SDKs' `options`.
 * All else the SDK writes by itself. Tags are left aside: the SDKs put those of the configuration before them, so that
 * the index of a later one is unknown.
 */
const reachable: ReadonlySet<string> = new Set(['actor', 'context', 'object']);

/** Empty options take back what earlier ones have left in the SDK. */
export const noOptions: JsonObject = { actor: {}, context: {}, object: {} };

/** What can be made wrong in the envelope of a kind's event by calling the SDK. */
export function envelopeViolations(kind: EventKind, sample: JsonObject): readonly Violation[] {
  const surplus: ExpectedFinding = {
    ruleSet: 'definition',
    severity: 'info',
    code: 'extra-argument',
    path: [compiledOf(kind).argumentNames.length],
  };
  return wrongParts().map(({ wrong, finding, edits, base }) => ({
    kind,
    part: 'envelope',
    wrong,
    draft: { ...sample, options: applyEdits(applyEdits(noOptions, [base]), edits) },
    expected: [surplus, { ruleSet: 'envelope', ...finding }],
    echo: [],
    changesSdkState: true,
  }));
}

type MutatedPart = FieldMutation & { readonly base: readonly [JsonPath, JsonObject[string]] };

function wrongParts(): readonly MutatedPart[] {
  const parts = envelopeFields().filter(({ name }) => reachable.has(name));
  return parts.flatMap((part) =>
    part.children.flatMap((field) => {
      const path = [part.name, field.name];
      const created = mutateField(field, path, undefined);
      // The SDKs merge options into their own values, so an omitted field still appears in the event.
      const reaches = created.filter(({ wrong }) => wrong.how !== 'left-out' || wrong.path.length > 2);
      return reaches.map((each) => ({ ...each, base: [path, legalValue(field)] as const }));
    }),
  );
}

/** An event on the wire without any finding in its envelope. */
export function legalEnvelope(): JsonObject {
  return Object.fromEntries(envelopeFields().map((field) => [field.name, legalValue(field)]));
}

/** What the envelope says of an event in which one place has this value. */
export function envelopeOutcome(path: JsonPath, value: JsonObject[string] | undefined): readonly ExpectedFinding[] {
  return checkEnvelope(applyEdits(legalEnvelope(), [[path, value]])).map(inShort);
}

function inShort({ ruleSet, severity, code, path }: ExpectedFinding): ExpectedFinding {
  return { ruleSet, severity, code, path };
}
