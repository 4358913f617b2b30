import {
  applicableRuleSets,
  isError,
  isOfDocument,
  type RuleSet,
  type Subject,
  toVerdict,
  type Verdict,
} from '#core/telemetry/findings';

/** The verdicts of the rule sets that apply to an item, by id of the rule set. */
export type RuleSetVerdicts = Readonly<Record<string, Verdict['verdict']>>;

/** Splits the joint verdict on an item into one verdict per rule set. */
export interface RuleSetJudge {
  /** The verdicts on an event that is valid by all rule sets. */
  readonly validEventVerdicts: RuleSetVerdicts;
  /** Equal verdicts are the same object. */
  readonly judge: (subject: Subject, verdict: Verdict) => RuleSetVerdicts;
}

/**
 * Creates a function that returns the verdict of each rule set.
 *
 * @param ruleSets the rule sets of the joint verdict.
 * @param applyPolicy the policy that was applied to the joint verdict.
 */
export function createRuleSetJudge(
  ruleSets: readonly RuleSet[],
  applyPolicy: (subject: Subject, verdict: Verdict) => Verdict = (_, verdict) => verdict,
): RuleSetJudge {
  const cache = new Map<string, RuleSetVerdicts>();
  const shareVerdicts = (ids: readonly string[], verdicts: readonly Verdict['verdict'][]): RuleSetVerdicts => {
    const key = `${ids.join(' ')} ${verdicts.join(' ')}`;
    const cached = cache.get(key);
    if (cached !== undefined) return cached;
    const created = Object.fromEntries(ids.map((id, index) => [id, verdicts[index] as Verdict['verdict']]));
    cache.set(key, created);
    return created;
  };
  const isAnySelective = ruleSets.some(({ isFor }) => isFor !== undefined);
  const ids = { call: idsOf(applicableRuleSets(ruleSets, undefined)), event: idsOf(ruleSets) };
  const allValidByType = {
    call: toValidVerdicts(ids.call, shareVerdicts),
    event: toValidVerdicts(ids.event, shareVerdicts),
  };
  const idsFor = (subject: Subject): ReturnType<typeof idsOf> =>
    isAnySelective && subject.type === 'event' ? idsOf(applicableRuleSets(ruleSets, subject.json)) : ids[subject.type];
  return {
    validEventVerdicts: allValidByType.event,
    judge(subject, verdict) {
      const applicableIds = idsFor(subject);
      if (verdict.verdict === 'valid')
        return isAnySelective ? toValidVerdicts(applicableIds, shareVerdicts) : allValidByType[subject.type];
      const idsWithErrors = new Set(verdict.findings.filter(isError).map(({ ruleSet }) => ruleSet));
      const isCauseFound = idsWithErrors.has('envelope') || idsWithErrors.has('hints');
      const hasErrorAlone = (id: string) => {
        const findings = ruleSets.find((ruleSet) => ruleSet.id === id)?.check(subject) ?? [];
        return applyPolicy(subject, toVerdict(verdict.kind, findings)).findings.some(isError);
      };
      const verdicts = applicableIds.map((id) => {
        // Findings of the envelope or of hints replace those of the definition: see `RuleSet.join`.
        if (idsWithErrors.has(id) || (isCauseFound && isOfDocument(id) && hasErrorAlone(id))) return 'invalid';
        return verdict.kind === null ? 'unknown' : 'valid';
      });
      return shareVerdicts(applicableIds, verdicts);
    },
  };
}

function idsOf(ruleSets: readonly RuleSet[]): readonly RuleSet['id'][] {
  return ruleSets.map(({ id }) => id);
}

function toValidVerdicts(
  ids: readonly string[],
  shareVerdicts: (ids: readonly string[], verdicts: readonly Verdict['verdict'][]) => RuleSetVerdicts,
): RuleSetVerdicts {
  return shareVerdicts(
    ids,
    ids.map(() => 'valid'),
  );
}
