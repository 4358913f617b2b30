import { eventJson } from '#core/journey/record';
import { isJsonObject } from '#core/json/json';
import { pipelineSettingsOf } from '#core/pipeline/pipeline-settings';
import type { RecordFateContext } from '#core/pipeline/record-fate';
import { baselineEntry, baselineKey, baselineSubject } from '#core/report/baseline';
import type { FindingPolicy } from '#core/report/finding-policy';
import { findingPathInEvent } from '#core/report/path-in-event';
import { redactSecrets } from '#core/rules/checks';
import { createIngestionCheck, createSchemaCheck } from '#core/rules/ingestion/ingestion-rules';
import { defaultRuleSetNames, type RuleSetName } from '#core/rules/rule-set-names';
import { createCheck, selectRuleSets } from '#core/rules/rule-sets';
import { toJudgedRecord } from '#core/stream/judge';
import type { JudgedRecord } from '#core/stream/judged-record';
import {
  type Finding,
  isSchemaSet,
  type RuleSet,
  type Severity,
  type Subject,
  toVerdict,
} from '#core/telemetry/findings';
import { verdictOf } from '#core/telemetry/validate-event';
import { createPolicy } from './apply-policy';
import type { Config } from './read-config';

/** Checks the records of a test with a configuration. */
export interface RecordCheck {
  /** The lowest severity that fails a test. */
  readonly failOn: Severity;
  readonly policy: FindingPolicy;
  /**
   * Returns the record with the findings of the configuration.
   * If the record has an event, the paths of findings are paths in the event.
   */
  apply(record: JudgedRecord): JudgedRecord;
  /** Returns the findings of other rule sets. Applies the policy of the configuration to them. */
  findingsBy(record: JudgedRecord, rules: readonly (RuleSetName | RuleSet)[]): readonly Finding[];
  /** The settings by which fates are predicted. */
  readonly fates: RecordFateContext;
}

/**
 * Creates the check of a configuration.
 *
 * @param knownKeys keys of the baseline entries.
 */
export function createRecordCheck(
  { rules, pipeline, pipelineSettings, customRules, policy, failOn }: Config,
  knownKeys: ReadonlySet<string> = new Set(),
): RecordCheck {
  const ingestion = createIngestionCheck(pipeline, pipelineSettings);
  const checkByRules = rules === null ? null : createCheck(rules, [], ingestion);
  const applyPolicy = createPolicy(policy, selectRuleSets(rules ?? defaultRuleSetNames, customRules, ingestion));
  const checkedRecords = new WeakMap<JudgedRecord, JudgedRecord>();

  const settle = (
    record: JudgedRecord,
    subject: Subject,
    findings: readonly Finding[],
    applyRules: ReturnType<typeof createPolicy> = applyPolicy,
  ): readonly Finding[] => {
    const verdict = toVerdict(record.kind, findings);
    const policyFindings = redactSecrets(applyRules(subject, verdict).findings);
    if (knownKeys.size === 0) return policyFindings;
    const entrySubject = baselineSubject(record.kind, subject);
    return policyFindings.filter(
      (finding) => !knownKeys.has(baselineKey(redactSecrets(baselineEntry(finding, entrySubject)))),
    );
  };
  const computeFindings = (record: JudgedRecord, subject: Subject): readonly Finding[] => {
    const findings = checkByRules === null ? findingsInEvent(record) : checkByRules(subject).findings;
    return customRules.length === 0 ? findings : [...findings, ...verdictOf(subject, customRules).findings];
  };
  const apply = (record: JudgedRecord): JudgedRecord => {
    if (record.findings.length === 0 && checkByRules === null && customRules.length === 0) return record;
    const subject = subjectOf(record);
    if (subject === null) return record;
    const findings = settle(record, subject, computeFindings(record, subject));
    return toJudgedRecord(record.observed, findings, record.sharesMid);
  };

  const ownSchemas = customRules.filter(({ id }) => isSchemaSet(id));
  return {
    failOn,
    policy,
    fates: {
      settings: pipelineSettingsOf(pipeline, pipelineSettings),
      check: createSchemaCheck(pipeline, ownSchemas),
    },
    apply(record) {
      const cached = checkedRecords.get(record);
      if (cached !== undefined) return cached;
      const checkedRecord = apply(record);
      checkedRecords.set(record, checkedRecord);
      return checkedRecord;
    },
    findingsBy(record, namedRules) {
      const subject = subjectOf(record);
      if (subject === null) return [];
      const customRuleSets = namedRules.filter((rule) => typeof rule !== 'string');
      const ruleSets = selectRuleSets(
        namedRules.filter((rule) => typeof rule === 'string'),
        customRuleSets,
        ingestion,
      );
      return settle(record, subject, verdictOf(subject, ruleSets).findings, createPolicy(policy, ruleSets));
    },
  };
}

/** Returns the event of a record to check, or its call if the call has emitted no event. */
function subjectOf(record: JudgedRecord): Subject | null {
  const json = eventJson(record);
  if (json !== undefined) return { type: 'event', json, ...receiptTimeOfEvent(record) };
  return record.call && { type: 'call', method: record.call.method, args: record.call.args };
}

function receiptTimeOfEvent({ event }: JudgedRecord): { readonly receivedAt?: number } {
  return event === null || event.observedIn === 'file' ? {} : { receivedAt: event.at };
}

/** Converts the paths of a call's findings to paths in its event, because tests compare events. */
function findingsInEvent(record: JudgedRecord): readonly Finding[] {
  const { findings } = record;
  const json = eventJson(record);
  if (!isJsonObject(json)) return findings;
  return findings.map((finding) => {
    const path = findingPathInEvent(record, finding, json);
    return path === finding.path ? finding : { ...finding, path };
  });
}
