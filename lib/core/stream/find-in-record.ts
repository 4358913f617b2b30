import type { ObservedSecret, TelemetryRecord } from '#core/journey/record';
import { type RejectedBody, rejectedBodyFinding } from '#core/telemetry/body/rejected-body';
import { compiledOf } from '#core/telemetry/compiled';
import { type Finding, joinFindings, type RuleSet, type Subject } from '#core/telemetry/findings';
import { pathInArguments } from '#core/telemetry/wire-format';

const NOTHING: readonly Finding[] = [];

/**
 * Returns the findings of rule sets in a record, in their order.
 * The findings of the call come first, then those that only the event has. Secrets are reported as they were observed,
 * because the record contains only redacted secrets.
 */
export function findInRecord(record: TelemetryRecord, ruleSets: readonly RuleSet[]): readonly Finding[] {
  const { call, event, secrets, rejected } = record;
  const callFindings = call
    ? collectFindings({ type: 'call', method: call.method, args: call.args }, ruleSets, secrets)
    : NOTHING;
  if (event === null) return callFindings;
  const { json, at, observedIn } = event;
  // A file may be of any age, so the time of receipt is then taken from the event itself.
  const received = observedIn === 'file' ? {} : { receivedAt: at };
  const subject = { type: 'event', json, ...received } as const;
  if (rejected !== undefined) return collectFindings(subject, ruleSets.flatMap(restrictToRejection(rejected)), secrets);
  if (call === null) return collectFindings(subject, ruleSets, secrets);
  const eventFindings = collectFindings(subject, ruleSets.flatMap(restrictToEnvelope(record)), secrets);
  if (eventFindings.length === 0) return callFindings;
  return callFindings.length === 0 ? eventFindings : [...callFindings, ...eventFindings];
}

/** Reports only the reason of the rejection and the secrets, because the text of a rejected body isn't an event. */
function restrictToRejection(rejected: RejectedBody): (ruleSet: RuleSet) => readonly RuleSet[] {
  return (ruleSet) => {
    if (ruleSet.id === 'privacy') return [ruleSet];
    return ruleSet.id === 'envelope' ? [{ id: 'envelope', check: () => [rejectedBodyFinding(rejected)] }] : [];
  };
}

/** Omits findings about `edata`, because it is the data of the call, which was already checked. */
function restrictToEnvelope({ kind }: TelemetryRecord): (ruleSet: RuleSet) => readonly RuleSet[] {
  return (ruleSet) => {
    if (ruleSet.id === 'definition') return [];
    if (ruleSet.id !== 'hints' || kind === null) return [ruleSet];
    const { mappings } = compiledOf(kind);
    const check = (subject: Subject) =>
      ruleSet.check(subject).filter(({ path }) => pathInArguments(path, mappings) === null);
    return [{ ...ruleSet, check }];
  };
}

function collectFindings(
  subject: Subject,
  ruleSets: readonly RuleSet[],
  secrets: readonly ObservedSecret[] | undefined,
): readonly Finding[] {
  let findings = NOTHING;
  for (const ruleSet of ruleSets) {
    const findingsOfSet = ruleSet.id === 'privacy' ? observedSecrets(subject, secrets) : checkSafely(ruleSet, subject);
    findings = joinFindings(findings, findingsOfSet, ruleSet);
  }
  return findings;
}

/** Turns an exception of a rule set into a finding, so that the row and its other findings remain. */
function checkSafely(ruleSet: RuleSet, subject: Subject): readonly Finding[] {
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
