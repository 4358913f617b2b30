import { describe, expect, it } from 'vitest';
import { messageText } from '#components/i18n/message-text.ts';
import { formatPath, isJsonObject, type Json, type JsonObject, valueAt } from '#core/json/json';
import { createLegalEnvelope, deriveNegativeTests } from '#core/negative-tests/derive-negative-tests';
import type { ExpectedFinding, NegativeTest } from '#core/negative-tests/negative-test';
import { fieldsOf } from '#core/telemetry/compiled';
import { parseDraft } from '#core/telemetry/draft';
import { allFields } from '#core/telemetry/fields';
import { eventKinds } from '#core/telemetry/kinds';
import { validateCall, validateEvent } from '#core/telemetry/validate-event';

const formatExpected = ({ ruleSet, severity, code, path }: ExpectedFinding) =>
  `${ruleSet} ${severity} ${code} ${formatPath(path)}`;

function argumentsOf({ kind, draft }: NegativeTest): readonly Json[] {
  const result = parseDraft(kind, JSON.stringify(draft));
  if (!result.ok) throw new Error(messageText(result.failure.message));
  return result.value;
}

/** Applies `options` like the SDKs, which merge each part into the same part of the event. */
function eventWith({ options }: JsonObject, kind: string): Json {
  const event = { ...createLegalEnvelope(), eid: kind.toUpperCase() };
  if (!isJsonObject(options)) return event;
  const mergedParts = Object.entries(options).map(([part, optionValue]) => {
    const eventValue = valueAt(event, [part]);
    return [part, { ...(isJsonObject(eventValue) && eventValue), ...(isJsonObject(optionValue) && optionValue) }];
  });
  return { ...event, ...Object.fromEntries(mergedParts) };
}

describe.each(eventKinds)('kind %s', (kind) => {
  const all = deriveNegativeTests(kind);
  const definition = all.filter(({ part }) => part === 'definition');

  it(`each negative test of the ${kind} definition has exactly the predicted finding`, () => {
    for (const negativeTest of definition) {
      const findings = validateCall(kind, argumentsOf(negativeTest)).findings.map(formatExpected);
      expect(findings, JSON.stringify(negativeTest.mutation)).toEqual(negativeTest.expected.map(formatExpected));
    }
  });

  it(`each negative test of the envelope of ${kind} has exactly the predicted finding, in the call or in the event`, () => {
    for (const negativeTest of all.filter(({ part }) => part === 'envelope')) {
      const callFindings = validateCall(kind, argumentsOf(negativeTest)).findings;
      const eventFindings = validateEvent(eventWith(negativeTest.draft, kind)).findings;
      const envelopeFindings = eventFindings.filter(({ ruleSet }) => ruleSet === 'envelope');
      const findings = [...callFindings, ...envelopeFindings].map(formatExpected);
      expect(findings, JSON.stringify(negativeTest.mutation)).toEqual(negativeTest.expected.map(formatExpected));
    }
  });

  it(`the negative tests of ${kind} are all different calls`, () => {
    const calls = all.map((negativeTest) => JSON.stringify(argumentsOf(negativeTest)));
    expect(calls.filter((call, index) => calls.indexOf(call) !== index)).toEqual([]);
  });

  it(`the negative tests of ${kind} cover every field that can be invalid`, () => {
    const mutatedPaths = new Set(
      definition.flatMap(({ mutation }) => ('path' in mutation ? [pathTextOf(mutation.path)] : [])),
    );
    const typedFields = allFields(fieldsOf(kind)).filter((field) => field.type !== 'any');
    expect(typedFields.map((field) => field.path.join('.')).filter((path) => !mutatedPaths.has(path))).toEqual([]);
  });
});

/** Formats a path like the paths of fields, which have `*` for every item. */
function pathTextOf(path: readonly (string | number)[]): string {
  return path.map((step) => (typeof step === 'number' ? '*' : step)).join('.');
}
