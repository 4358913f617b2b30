import { type JourneyInput, journeyState } from '#core/journey/journey-state';
import { STREAM_RULE_SET } from '#core/telemetry/findings';
import { createRowRule, type StreamRule } from './stream-rule';

/**
 * Creates the rule that no event is lost when its page unloads.
 * Such a finding is withdrawn if the event was sent after all, or its page has returned.
 */
export function createLostEventRule(): StreamRule<JourneyInput & { readonly row: number }> {
  return createRowRule((record) => {
    if (journeyState(record) !== 'lost') return null;
    return {
      ruleSet: STREAM_RULE_SET,
      severity: 'error',
      code: 'lost',
      path: [],
      params: {},
      rows: [record.row],
      key: `lost ${record.row}`,
    };
  });
}
