import { type Finding, type RuleSetId, toVerdict } from '#core/telemetry/findings';
import type { EventKind } from '#core/telemetry/kinds';
import { setBounded } from '#core/util/lru';
import type { FindingSummary, VerdictName } from './judged-record';

/** Real captures have a few dozen different summaries. Beyond the limit, rows have their own objects. */
const MAX_SHARED_SUMMARIES = 4_000;

const cache = new Map<string, FindingSummary>();
/** The summaries of single findings. Their keys take a fraction of the time of the other keys. */
const cacheOfSingles = new Map<string, FindingSummary>();

const emptySummaries = { valid: createEmptySummary('valid'), unknown: createEmptySummary('unknown') };

function createEmptySummary(verdict: VerdictName): FindingSummary {
  return {
    verdict,
    findings: 0,
    errors: 0,
    notices: 0,
    isAboutOtherActor: false,
    ignored: 0,
    ruleSetsWithErrors: [],
    ruleSetsWithWarnings: [],
    rules: [],
  };
}

/** Whether a finding is about the event itself. Findings of `entity` are about the logged-in user. */
export function isAboutEvent({ ruleSet }: Finding): boolean {
  return ruleSet !== 'entity';
}

/** Summarizes the findings of a row. Equal summaries are the same object. */
export function summarizeFindings(
  kind: EventKind | null,
  findings: readonly Finding[],
  ignored: readonly Finding[] = [],
): FindingSummary {
  // Most rows have no findings.
  if (findings.length === 0 && ignored.length === 0)
    return kind === null ? emptySummaries.unknown : emptySummaries.valid;
  const [first] = findings;
  if (first === undefined || findings.length > 1 || ignored.length > 0) return summarizeAll(kind, findings, ignored);
  const key = `${kind === null} ${first.severity} ${first.ruleSet} ${first.code}`;
  const cached = cacheOfSingles.get(key);
  if (cached !== undefined) return cached;
  const summary = summarizeAll(kind, findings, ignored);
  setBounded(cacheOfSingles, key, summary, MAX_SHARED_SUMMARIES);
  return summary;
}

function summarizeAll(
  kind: EventKind | null,
  findings: readonly Finding[],
  ignored: readonly Finding[],
): FindingSummary {
  const rules = new Set<string>();
  const ruleSetsWithErrors = new Set<RuleSetId>();
  const ruleSetsWithWarnings = new Set<RuleSetId>();
  let [errors, notices, otherActor] = [0, 0, 0];
  for (const finding of findings) {
    rules.add(finding.code).add(finding.ruleSet);
    if (!isAboutEvent(finding) || finding.severity === 'warning') ruleSetsWithWarnings.add(finding.ruleSet);
    if (!isAboutEvent(finding)) otherActor += 1;
    else if (finding.severity === 'error') {
      errors += 1;
      ruleSetsWithErrors.add(finding.ruleSet);
    } else notices += 1;
  }
  for (const ruleSet of ruleSetsWithErrors) ruleSetsWithWarnings.delete(ruleSet);
  const { verdict } = toVerdict(kind, findings);
  const names = [ruleSetsWithErrors, ruleSetsWithWarnings, rules].map((set) => [...set].sort().join(' ')).join('|');
  const key = `${verdict} ${errors} ${notices} ${otherActor} ${ignored.length} ${names}`;
  const cached = cache.get(key);
  if (cached !== undefined) return cached;
  const summary: FindingSummary = {
    verdict,
    findings: findings.length,
    errors,
    notices,
    isAboutOtherActor: otherActor > 0,
    ignored: ignored.length,
    ruleSetsWithErrors: [...ruleSetsWithErrors],
    ruleSetsWithWarnings: [...ruleSetsWithWarnings],
    rules: [...rules],
  };
  setBounded(cache, key, summary, MAX_SHARED_SUMMARIES);
  return summary;
}
