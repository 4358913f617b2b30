import type { ObservedSecret, TelemetryRecord } from '#core/journey/record';
import type { Finding, RuleSet, Subject } from '#core/telemetry/findings';
import { withoutReported } from '#core/telemetry/validate-event';
import { appendItems } from '#core/util/append-items';

const NOTHING: readonly Finding[] = [];

/**
 * Returns the findings of rule sets in a record, in their order.
 * First those of its call, then those of its event that the call does not have. Secrets are those that were observed,
 * as they are masked in the record.
 */
export function findInRecord(record: TelemetryRecord, ruleSets: readonly RuleSet[]): readonly Finding[] {
  const { call, event, secrets } = record;
  const ofCall = call ? find({ type: 'call', method: call.method, args: call.args }, ruleSets, secrets) : NOTHING;
  if (event === null) return ofCall;
  const subject = { type: 'event', json: event.json } as const;
  if (call === null) return find(subject, ruleSets, secrets);
  // `edata` is the call's own data, and the definition speaks of nothing else.
  const others = ruleSets.filter(({ id }) => id !== 'definition');
  const ofEvent = find(subject, others, secrets);
  if (ofEvent.length === 0) return ofCall;
  return ofCall.length === 0 ? ofEvent : [...ofCall, ...ofEvent];
}

function find(
  subject: Subject,
  ruleSets: readonly RuleSet[],
  secrets: readonly ObservedSecret[] | undefined,
): readonly Finding[] {
  const findings: Finding[] = [];
  for (const ruleSet of ruleSets) {
    const found = ruleSet.id === 'privacy' ? observedSecrets(subject, secrets) : check(ruleSet, subject);
    if (found.length > 0) appendItems(findings, ruleSet.id === 'definition' ? withoutReported(found, findings) : found);
  }
  return findings.length === 0 ? NOTHING : findings;
}

/** A rule set that fails says nothing of the record, and costs neither the row nor what the others say. */
function check(ruleSet: RuleSet, subject: Subject): readonly Finding[] {
  try {
    return ruleSet.check(subject);
  } catch (error) {
    const params = { reason: 'custom', text: String(error) } as const;
    return [{ ruleSet: ruleSet.id, severity: 'warning', code: 'custom', path: [], params }];
  }
}

function observedSecrets({ type }: Subject, secrets: readonly ObservedSecret[] = []): readonly Finding[] {
  return secrets
    .filter(({ foundIn }) => foundIn === type)
    .map(({ severity, path, params }) => ({ ruleSet: 'privacy', severity, code: 'secret', path, params }));
}
