import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Json } from '#core/json/json';
import { isKnownCleanText } from '#core/rules/privacy/clean-text';
import { createQuickCheck } from '#core/rules/quick-check';
import { defaultRuleSetNames, type RuleSetName } from '#core/rules/rule-set-names';
import { createCheck } from '#core/rules/rule-sets';
import { catalog } from '#core/telemetry/catalog';
import { checkData } from '#core/telemetry/valid-event';
import * as z from '#core/util/zod';
import { shareRuns } from './fuzz-runs';
import { nearEvent } from './near-event';

const numRuns = shareRuns(5);
const allNames: readonly RuleSetName[] = [...defaultRuleSetNames, 'ingestion'];

it.each([[defaultRuleSetNames], [allNames], [['definition']], [['envelope', 'privacy']]] as const)(
  'the quick check has the verdict of the full check, with rule sets %j',
  (names) => {
    const [quickCheck, fullCheck] = [createQuickCheck(names), createCheck(names)];
    let [cleanCount, findingsCount] = [0, 0];
    fc.assert(
      fc.property(nearEvent, ({ event }) => {
        const text = JSON.stringify(event);
        const verdict = fullCheck({ type: 'event', json: event });
        expect(quickCheck(event, { length: text.length, isClean: isKnownCleanText(text) })).toEqual(verdict);
        if (verdict.findings.length === 0) cleanCount += 1;
        else findingsCount += 1;
      }),
      { numRuns },
    );
    expect([cleanCount > numRuns / 50, findingsCount > numRuns / 50]).toEqual([true, true]);
  },
);

it('the quick check accepts no event whose data zod rejects', () => {
  fc.assert(
    fc.property(nearEvent, ({ kind, event }) => {
      const { onWire, arguments: shape } = catalog[kind];
      const { edata } = event as { readonly edata?: Json };
      if (onWire !== undefined || edata === undefined) return;
      if (checkData(kind, event as { readonly edata: Json }).length === 0) {
        expect(z.object(shape).safeParse({ data: edata }).success).toBe(true);
      }
    }),
    { numRuns },
  );
  expect(checkData('log', { edata: { type: 'api', level: 'INFO', message: 'x' } })).toEqual([]);
});
