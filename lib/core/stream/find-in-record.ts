import type { ObservedSecret, TelemetryRecord } from '#core/journey/record';
import { type RefusedBody, refusedBodyFinding } from '#core/telemetry/body/refused-body';
import { compiledOf } from '#core/telemetry/compiled';
import { type Finding, joinFindings, type RuleSet, type Subject } from '#core/telemetry/findings';
import { pathInArguments } from '#core/telemetry/wire-format';

const NOTHING: readonly Finding[] = [];

/**
 * Returns the findings of rule sets in a record, in their order.
 * First those of its call, then those of its event that the call does not have. Secrets are those that were observed,
 * as they are masked in the record.
 */
export function findInRecord(record: TelemetryRecord, ruleSets: readonly RuleSet[]): readonly Finding[] {
  const { call, event, secrets, refused } = record;
  const ofCall = call ? find({ type: 'call', method: call.method, args: call.args }, ruleSets, secrets) : NOTHING;
  if (event === null) return ofCall;
  const { json, at, observedIn } = event;
  // A file may be of any time; then only the event itself says when it was received.
  const received = observedIn === 'file' ? {} : { receivedAt: at };
  const subject = { type: 'event', json, ...received } as const;
  if (refused !== undefined) return find(subject, ruleSets.flatMap(forRefusedBody(refused)), secrets);
  if (call === null) return find(subject, ruleSets, secrets);
  const ofEvent = find(subject, ruleSets.flatMap(forEventOfCall(record)), secrets);
  if (ofEvent.length === 0) return ofCall;
  return ofCall.length === 0 ? ofEvent : [...ofCall, ...ofEvent];
}

/** The text of a body is no event: all that is known of it is why it was refused, and its secrets. */
function forRefusedBody(refused: RefusedBody): (ruleSet: RuleSet) => readonly RuleSet[] {
  return (ruleSet) => {
    if (ruleSet.id === 'privacy') return [ruleSet];
    return ruleSet.id === 'envelope' ? [{ id: 'envelope', check: () => [refusedBodyFinding(refused)] }] : [];
  };
}

/** `edata` is the call's own data: the definition speaks of nothing else, and a hint about it is one about the call. */
function forEventOfCall({ kind }: TelemetryRecord): (ruleSet: RuleSet) => readonly RuleSet[] {
  return (ruleSet) => {
    if (ruleSet.id === 'definition') return [];
    if (ruleSet.id !== 'hints' || kind === null) return [ruleSet];
    const { places } = compiledOf(kind);
    const check = (subject: Subject) =>
      ruleSet.check(subject).filter(({ path }) => pathInArguments(path, places) === null);
    return [{ ...ruleSet, check }];
  };
}

function find(
  subject: Subject,
  ruleSets: readonly RuleSet[],
  secrets: readonly ObservedSecret[] | undefined,
): readonly Finding[] {
  let findings = NOTHING;
  for (const ruleSet of ruleSets) {
    const found = ruleSet.id === 'privacy' ? observedSecrets(subject, secrets) : check(ruleSet, subject);
    findings = joinFindings(findings, found, ruleSet);
  }
  return findings;
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
