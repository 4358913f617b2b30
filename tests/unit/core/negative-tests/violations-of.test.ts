import { describe, expect, it } from 'vitest';
import { messageText } from '#components/i18n/message-text.ts';
import { formatPath, isJsonObject, type Json, type JsonObject, valueAt } from '#core/json/json';
import type { ExpectedFinding, Violation } from '#core/negative-tests/violation';
import { legalEnvelope, violationsOf } from '#core/negative-tests/violations-of';
import { fieldsOf } from '#core/telemetry/compiled';
import { parseDraft } from '#core/telemetry/draft';
import { allFields } from '#core/telemetry/fields';
import { eventKinds } from '#core/telemetry/kinds';
import { validateCall, validateEvent } from '#core/telemetry/validate-event';

const formatExpected = ({ ruleSet, severity, code, path }: ExpectedFinding) =>
  `${ruleSet} ${severity} ${code} ${formatPath(path)}`;

function argumentsOf({ kind, draft }: Violation): readonly Json[] {
  const read = parseDraft(kind, JSON.stringify(draft));
  if (!read.ok) throw new Error(messageText(read.failure.message));
  return read.value;
}

/** Applies `options` as the SDKs do: its parts replace those that the event has anyway. */
function eventWith({ options }: JsonObject, kind: string): Json {
  const event = { ...legalEnvelope(), eid: kind.toUpperCase() };
  if (!isJsonObject(options)) return event;
  const merged = Object.entries(options).map(([part, given]) => {
    const own = valueAt(event, [part]);
    return [part, { ...(isJsonObject(own) ? own : {}), ...(isJsonObject(given) ? given : {}) }];
  });
  return { ...event, ...Object.fromEntries(merged) };
}

const table: Record<string, number>[] = [];

describe.each(eventKinds)('kind %s', (kind) => {
  const all = violationsOf(kind);
  const definition = all.filter(({ part }) => part === 'definition');

  it(`each violation of the ${kind} definition has exactly the predicted finding`, () => {
    for (const violation of definition) {
      const found = validateCall(kind, argumentsOf(violation)).findings.map(formatExpected);
      expect(found, JSON.stringify(violation.mutation)).toEqual(violation.expected.map(formatExpected));
    }
    const counts: Record<string, number> = { all: all.length };
    for (const { expected, part } of all) {
      const name = part === 'envelope' ? 'envelope' : (expected.at(-1)?.code ?? '');
      counts[name] = (counts[name] ?? 0) + 1;
    }
    table.push(counts);
  });

  it(`each violation of the envelope of ${kind} has exactly the predicted finding, in the call or in the event`, () => {
    for (const violation of all.filter(({ part }) => part === 'envelope')) {
      const callFindings = validateCall(kind, argumentsOf(violation)).findings;
      const eventFindings = validateEvent(eventWith(violation.draft, kind)).findings;
      const found = [...callFindings, ...eventFindings.filter(({ ruleSet }) => ruleSet === 'envelope')].map(
        formatExpected,
      );
      expect(found, JSON.stringify(violation.mutation)).toEqual(violation.expected.map(formatExpected));
    }
  });

  it(`the violations of ${kind} are all different calls`, () => {
    const calls = all.map((violation) => JSON.stringify(argumentsOf(violation)));
    expect(calls.filter((call, index) => calls.indexOf(call) !== index)).toEqual([]);
  });

  it(`the violations of ${kind} cover every field that can be invalid`, () => {
    const touched = new Set(
      definition.flatMap(({ mutation }) => ('path' in mutation ? [pathTextOf(mutation.path)] : [])),
    );
    const free = allFields(fieldsOf(kind)).filter((field) => field.type !== 'any');
    expect(free.map((field) => field.path.join('.')).filter((path) => !touched.has(path))).toEqual([]);
  });
});

it('the violations are printed as a table: kind × category', () => {
  console.table(Object.fromEntries(eventKinds.map((kind, index) => [kind, table[index]])));
  expect(table).toHaveLength(eventKinds.length);
});

/** A path as the fields write it: `*` for every item, and for the keys of a map. */
function pathTextOf(path: readonly (string | number)[]): string {
  return path.map((step) => (typeof step === 'number' ? '*' : step)).join('.');
}
