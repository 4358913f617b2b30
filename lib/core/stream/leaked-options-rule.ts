import type { TelemetryRecord } from '#core/journey/record';
import { leakedOptionOf } from '#core/journey/sticky-options';
import { STREAM_RULE_SET } from '#core/telemetry/findings';
import { createRowRule, type StreamRule } from './stream-rule';

/**
 * Creates the rule that no event contains options of an earlier call.
 * The correlator has already found the earlier call, so that the rule stores only the rows with findings.
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
