import type { TelemetryRecord } from '#core/journey/record';
import { leakedOptionOf } from '#core/journey/sticky-options';
import { STREAM_RULE_SET } from '#core/telemetry/findings';
import { createRowRule, type StreamRule } from './stream-rule';

/**
 * Creates the rule that no event shows options of an earlier call.
 * The correlator knows which call gave them: the rule holds the rows with findings only.
 */
export function createLeakedOptionsRule(): StreamRule<Pick<TelemetryRecord, 'row' | 'changes'>> {
  return createRowRule((record) => {
    const leaked = leakedOptionOf(record);
    if (leaked === null) return null;
    const { path, fromRow } = leaked;
    return {
      ruleSet: STREAM_RULE_SET,
      severity: 'warning',
      code: 'leaked-options',
      path,
      params: { fromRow },
      rows: [record.row, fromRow],
      key: `leaked-options ${record.row}`,
    };
  });
}
