import { eventJson, type TelemetryRecord } from '#core/journey/record';
import { keepErrorsOfUncountedCauses } from '#core/report/counted-causes';
import { type FindingPolicy, noPolicy } from '#core/report/finding-policy';
import { createRecordPolicy } from '#core/report/settle-findings';
import { applicableRuleSets, type Finding, type RuleSet, type RuleSetId } from '#core/telemetry/findings';
import { headlineOfCall, headlineOfEvent } from '#core/telemetry/headline';
import { createSharedLists } from '#core/util/shared-lists';
import { findInRecord } from './find-in-record';
import { type FindingSummary, type JudgedRecord, observedOf } from './judged-record';
import {
  allFindingsOf,
  type FindingSource,
  isTestPending,
  type JudgedFindings,
  JudgedView,
  NO_FINDINGS,
  setTestPending,
} from './judged-view';
import { isJudged, type Judge } from './no-judge';
import { summarizeFindings } from './summarize-findings';

/** Rendering, filtering and exporting read the same records again. */
const MAX_CACHED_RECORDS = 1_000;

export interface JudgeOptions {
  /** Returns the active rule sets, in the order in which findings are listed. */
  readonly ruleSetsFor: (record: TelemetryRecord) => readonly RuleSet[];
  /** The user's severities and ignore rules. None by default. */
  readonly policy?: FindingPolicy;
  /** Compiles the filter of an ignore rule. Returns `null` for an invalid filter, whose rule then ignores nothing. */
  readonly compileFilter?: (filter: string) => ((record: JudgedRecord) => boolean) | null;
  /** Returns how many background tests the rule sets have requested so far. The default is none. */
  readonly pendingTests?: () => number;
}

/**
 * Creates a judge that applies rule sets and the user's policy to records.
 * It caches the findings of the latest records only.
 */
export function createJudge({
  ruleSetsFor,
  policy = noPolicy,
  compileFilter = () => null,
  pendingTests = () => 0,
}: JudgeOptions): Judge {
  const matchers = new Map(
    policy.ignore.map(({ filter = '' }) => [filter, filter === '' ? null : compileFilter(filter)]),
  );
  const applyPolicy = createRecordPolicy(
    policy,
    (filter, record, all) => matchers.get(filter)?.(toJudgedRecord(record, all)) ?? false,
  );
  const isOmitting = Object.values(policy.severities).includes('off');
  const cache = createWeakCache<TelemetryRecord, JudgedFindings>(MAX_CACHED_RECORDS);

  const withPolicy = (record: TelemetryRecord, all: readonly Finding[]): JudgedFindings =>
    all.length === 0 || policy === noPolicy
      ? { all, findings: all, ignored: [] }
      : { all, ...applyPolicy(record, all) };
  const findingsOf = (record: TelemetryRecord): JudgedFindings => {
    const cached = cache.get(record);
    if (cached !== undefined) return cached;
    const pending = pendingTests();
    const ruleSets = ruleSetsFor(record);
    const joined = withPolicy(record, findInRecord(record, ruleSets));
    const adjustedRuleSets = keepErrorsOfUncountedCauses(ruleSets, joined.all, joined.findings);
    const judged = adjustedRuleSets === null ? joined : withPolicy(record, findInRecord(record, adjustedRuleSets));
    if (pendingTests() === pending) cache.set(record, judged);
    else setTestPending(record, true);
    return judged;
  };
  const allFindings = (record: TelemetryRecord, streamFindings: readonly Finding[]): JudgedFindings =>
    streamFindings.length === 0
      ? findingsOf(record)
      : withPolicy(record, [...findingsOf(record).all, ...streamFindings]);
  const shareIds = createSharedIds();
  const ruleSetsOf = (record: TelemetryRecord): readonly RuleSetId[] =>
    shareIds(applicableRuleSets(ruleSetsFor(record), record.event?.json));
  const source: FindingSource = {
    ruleSetsFor,
    policy,
    isOmitting,
    ruleSetsOf,
    findingsOf: allFindings,
    headlineOf,
    cachedFindingsOf: cache.get,
  };

  /** Reuses the earlier findings of a record whose long values were truncated or stored. */
  const reuseFindings = (
    record: TelemetryRecord,
    before: JudgedRecord,
    streamFindings: readonly Finding[],
  ): JudgedView => {
    const { headline, ruleSets, streamFindings: replaced = NO_FINDINGS } = before;
    const recordFindings = allFindingsOf(before).filter((finding) => !replaced.includes(finding));
    const all = streamFindings.length === 0 ? recordFindings : [...recordFindings, ...streamFindings];
    const judged = withPolicy(record, all);
    const source = { isOmitting, ruleSetsOf: () => ruleSets, findingsOf: () => judged, headlineOf: () => headline };
    setTestPending(record, isTestPending(observedOf(before)));
    return new JudgedView(record, summaryOf(record, judged), before.sharesMid, source, streamFindings);
  };

  const isJudgedBySame = (before: JudgedRecord | null): before is JudgedView =>
    before instanceof JudgedView && before.source.ruleSetsFor === ruleSetsFor;
  /** Whether an earlier summary is still valid. With another policy, it is valid only if nothing was found. */
  const hasValidSummary = (before: JudgedRecord | null): before is JudgedView =>
    isJudgedBySame(before) && !isTestPending(before.observed) && (before.source === source || hasNoFindings(before));

  const compareRuleSets = createRuleSetComparison();
  /**
   * Whether changed rule sets have the same findings, because the added and the removed rule sets have none.
   * This holds for most rows when the user toggles a rule set. The unchanged rule sets need not run again then.
   */
  const hasEqualFindings = (record: TelemetryRecord, before: JudgedRecord | null): before is JudgedView => {
    if (!(before instanceof JudgedView) || before.source.ruleSetsFor === undefined) return false;
    if (isTestPending(before.observed) || !hasSameSubjects(before.observed, record)) return false;
    const { added, removed } = compareRuleSets(before.source.ruleSetsFor(record), ruleSetsFor(record));
    const hasSamePolicy = removed.length === 0 && before.source.policy === policy;
    return (hasSamePolicy || hasNoFindings(before)) && findInRecord(record, added).length === 0;
  };

  return {
    judge(recordOrView, sharesMid, before = null, streamFindings = before?.streamFindings ?? NO_FINDINGS) {
      const record = observedOf(recordOrView);
      const hasSameStream = (before?.streamFindings ?? NO_FINDINGS) === streamFindings;
      const isSame = before?.observed === record && before.sharesMid === sharesMid && hasSameStream;
      if (before !== null && record.longValues !== undefined && isJudged(before)) {
        const judged = reuseFindings(record, before, streamFindings);
        if (isSame && judged.summary === before.summary && hasNoFindings(judged)) return before;
        return new JudgedView(record, judged.summary, sharesMid, judged.source, streamFindings);
      }
      if (hasSameStream && hasValidSummary(before) && hasSameSubjects(before.observed, record)) {
        return isSame ? before : new JudgedView(record, before.summary, sharesMid, source, streamFindings);
      }
      const pending = pendingTests();
      const isUnchanged = hasSameStream && hasEqualFindings(record, before);
      const cached = isUnchanged ? before.source.cachedFindingsOf?.(before.observed) : undefined;
      // Visible rows read their findings immediately.
      if (cached !== undefined && pendingTests() === pending) cache.set(record, cached);
      const summary = isUnchanged ? before.summary : summaryOf(record, allFindings(record, streamFindings));
      setTestPending(record, pendingTests() !== pending);
      if (isSame && isJudgedBySame(before) && summary === before.summary && hasNoFindings(before)) return before;
      return new JudgedView(record, summary, sharesMid, source, streamFindings);
    },
  };
}

/** Rule sets that one of two lists has in addition to the other. */
interface RuleSetDifference {
  readonly added: readonly RuleSet[];
  readonly removed: readonly RuleSet[];
}

function createRuleSetComparison(): (before: readonly RuleSet[], after: readonly RuleSet[]) => RuleSetDifference {
  // Caches one result, because most rows have the same rule sets as the row before.
  let last: (RuleSetDifference & { readonly before: readonly RuleSet[]; readonly after: readonly RuleSet[] }) | null =
    null;
  return (before, after) => {
    if (last?.before === before && last.after === after) return last;
    const added = after.filter((ruleSet) => !before.includes(ruleSet));
    const removed = before.filter((ruleSet) => !after.includes(ruleSet));
    last = { before, after, added, removed };
    return last;
  };
}

/** Returns the same list for equal rule sets, so that rows can be compared by identity. */
function createSharedIds(): (ruleSets: readonly RuleSet[]) => readonly RuleSetId[] {
  const share = createSharedLists<RuleSetId>();
  // Caches one result, because most rows have the same rule sets as the row before.
  let last: { readonly ruleSets: readonly RuleSet[]; readonly ids: readonly RuleSetId[] } | null = null;
  return (ruleSets) => {
    if (last?.ruleSets === ruleSets) return last.ids;
    last = { ruleSets, ids: share(ruleSets.map(({ id }) => id)) };
    return last.ids;
  };
}

function summaryOf({ kind }: TelemetryRecord, { findings, ignored }: JudgedFindings): FindingSummary {
  return summarizeFindings(kind, findings, ignored);
}

/** Whether nothing was found, whatever the policy is. */
function hasNoFindings({ summary, source }: JudgedView): boolean {
  return summary.findings === 0 && summary.ignored === 0 && source.isOmitting !== true;
}

/** Whether rules and policy see no difference. Ignore rules look for their paths in the event as it was sent. */
function hasSameSubjects(one: TelemetryRecord, other: TelemetryRecord): boolean {
  return (
    one.call?.args === other.call?.args &&
    one.event?.json === other.event?.json &&
    one.secrets === other.secrets &&
    one.kind === other.kind &&
    one.frame.url === other.frame.url &&
    eventJson(one) === eventJson(other)
  );
}

/** Returns a judged record with the given findings. It runs no rules. */
export function toJudgedRecord(record: TelemetryRecord, findings: readonly Finding[], sharesMid = false): JudgedRecord {
  const summary = summarizeFindings(record.kind, findings);
  const judged = { all: findings, findings, ignored: [] };
  const source = { ruleSetsOf: () => [], findingsOf: () => judged, headlineOf };
  return new JudgedView(record, summary, sharesMid, source);
}

/** Returns the headline of a record in English; empty if there is none. */
function headlineOf({ call, event }: Pick<TelemetryRecord, 'call' | 'event'>): string {
  if (call) return headlineOfCall(call.method, call.args);
  return event ? headlineOfEvent(event.json) : '';
}

/** A cache whose keys can still be garbage-collected. */
interface WeakCache<Key extends object, Value> {
  get(key: Key): Value | undefined;
  set(key: Key, value: Value): void;
}

/** Creates a cache of the last `size` values, and of up to `size` values before them. */
function createWeakCache<Key extends object, Value>(size: number): WeakCache<Key, Value> {
  let older = new WeakMap<Key, Value>();
  let newer = new WeakMap<Key, Value>();
  let count = 0;
  return {
    get: (key) => newer.get(key) ?? older.get(key),
    set(key, value) {
      if (count === size) {
        older = newer;
        newer = new WeakMap();
        count = 0;
      }
      newer.set(key, value);
      count += 1;
    },
  };
}
