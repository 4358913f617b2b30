import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type JsonObject, parseJson, stringAt } from '#core/json/json';
import { isKnownCleanText } from '#core/rules/privacy/clean-text';
import { defaultRuleSetNames, type RuleSetName } from '#core/rules/rule-set-names';
import { createCheck } from '#core/rules/rule-sets';
import { KnownShapes } from '#core/rules/shapes/known-shapes';
import type { Verdict } from '#core/telemetry/findings';
import { shareRuns } from './fuzz-runs';
import { edgeValue, nearEvent, pathsIn, replaceAt } from './near-event';

const numRuns = shareRuns(2);
const allNames: readonly RuleSetName[] = [...defaultRuleSetNames, 'ingestion'];

/** Generates changes of values, and of characters of the text. */
const changes = fc.record({
  values: fc.array(fc.tuple(fc.nat(), fc.oneof(edgeValue, fc.string(), fc.nat(), fc.double({ min: 0 }))), {
    maxLength: 6,
  }),
  text: fc.option(
    fc.tuple(fc.nat(), fc.nat({ max: 2 }), fc.constantFrom('', '0', '-', '.', 'e', '"', '\\', '}', ' ', 'é')),
  ),
  isWrapped: fc.boolean(),
  isReceived: fc.boolean(),
  space: fc.constantFrom(undefined, 1),
});

it.each([[defaultRuleSetNames], [allNames]] as const)(
  'known shapes return the findings of each of their events, with rule sets %j',
  (names) => {
    const shapes = new KnownShapes<Verdict>(names);
    const check = createCheck(names);
    let [knownCount, knownCountWithFindings] = [0, 0];
    fc.assert(
      fc.property(nearEvent, changes, ({ event: generatedEvent }, { values, text, isWrapped, isReceived, space }) => {
        const event = isReceived ? { ...generatedEvent, syncts: 1_763_620_200_000 } : generatedEvent;
        const write = (value: JsonObject) => {
          const json = JSON.stringify(isWrapped ? { event: value, tool: 1 } : value, null, space);
          return json.replaceAll('\n', ' ');
        };
        const firstText = write(event);
        const verdict = check({ type: 'event', json: event });
        const firstLine = lineOf(firstText);
        if (verdict.kind !== null && shapes.find(...firstLine) === null) {
          const json = JSON.parse(firstText);
          const field = isWrapped ? 'event' : null;
          const isClean = isKnownCleanText(firstText);
          shapes.store(...firstLine, { json, field, kind: verdict.kind, findings: 0, isClean }, verdict);
        }
        const paths = pathsIn(event);
        const changedEvent = values.reduce((json, [seed, value]) => {
          return replaceAt(json, paths[seed % paths.length] ?? [], value) as JsonObject;
        }, event);
        const secondText = changeText(write(changedEvent), text);
        const secondLine = lineOf(secondText);
        const knownVerdict = shapes.find(...secondLine);
        if (knownVerdict === null) return;
        const parsedLine = parseJson(secondText) as JsonObject;
        const read = isWrapped ? (parsedLine.event as JsonObject) : parsedLine;
        expect(knownVerdict).toEqual(check({ type: 'event', json: read }));
        const { midFrom, midTo } = shapes.templates;
        const mid = midFrom === -1 ? null : parseJson(secondLine[0].subarray(midFrom, midTo).toString());
        if (mid !== null) expect(mid).toBe(stringAt(read, ['mid']));
        knownCount += 1;
        if (knownVerdict.findings.length > 0) knownCountWithFindings += 1;
      }),
      { numRuns },
    );
    // About one case in 20 has a known shape, and one in 70 a known shape with findings. Far fewer indicate a fault.
    expect([knownCount > numRuns / 100, knownCountWithFindings > numRuns / 500]).toEqual([true, true]);
  },
);

function lineOf(text: string): [bytes: Buffer, from: number, to: number] {
  const bytes = Buffer.from(`\n${text}\n`);
  return [bytes, 1, bytes.length - 1];
}

function changeText(text: string, changed: readonly [number, number, string] | null): string {
  if (changed === null) return text;
  const [seed, count, added] = changed;
  const at = seed % text.length;
  return text.slice(0, at) + added + text.slice(at + count);
}
