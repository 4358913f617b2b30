import {
  isError,
  isOfDocument,
  type RuleSet,
  ruleSetsLookingAt,
  type Subject,
  toVerdict,
  type Verdict,
} from '#core/telemetry/findings';

/** The verdict of each rule set that looks at an item, by its id. */
export type RuleSetVerdicts = Readonly<Record<string, Verdict['verdict']>>;

/** What each rule set says of an item, where it was found what they say together. */
export interface RuleSetJudge {
  /** The verdicts on an event of which no rule set says that it is invalid. */
  readonly ofValidEvent: RuleSetVerdicts;
  /** Equal verdicts are the same object. */
  readonly judge: (subject: Subject, verdict: Verdict) => RuleSetVerdicts;
}

/**
 * Creates a function that returns the verdict of each rule set.
 *
 * @param ruleSets those that the verdict is of.
 * @param applyPolicy what was applied to that verdict.
 */
export function createRuleSetJudge(
  ruleSets: readonly RuleSet[],
  applyPolicy: (subject: Subject, verdict: Verdict) => Verdict = (_, verdict) => verdict,
): RuleSetJudge {
  const shared = new Map<string, RuleSetVerdicts>();
  const share = (ids: readonly string[], verdicts: readonly Verdict['verdict'][]): RuleSetVerdicts => {
    const key = `${ids.join(' ')} ${verdicts.join(' ')}`;
    const known = shared.get(key);
    if (known !== undefined) return known;
    const created = Object.fromEntries(ids.map((id, index) => [id, verdicts[index] as Verdict['verdict']]));
    shared.set(key, created);
    return created;
  };
  const isSelective = ruleSets.some(({ isFor }) => isFor !== undefined);
  const ids = { call: idsOf(ruleSetsLookingAt(ruleSets, undefined)), event: idsOf(ruleSets) };
  const ofValid = { call: allValid(ids.call, share), event: allValid(ids.event, share) };
  const idsFor = (subject: Subject): ReturnType<typeof idsOf> =>
    isSelective && subject.type === 'event' ? idsOf(ruleSetsLookingAt(ruleSets, subject.json)) : ids[subject.type];
  return {
    ofValidEvent: ofValid.event,
    judge(subject, verdict) {
      const own = idsFor(subject);
      if (verdict.verdict === 'valid') return isSelective ? allValid(own, share) : ofValid[subject.type];
      const refusing = new Set(verdict.findings.filter(isError).map(({ ruleSet }) => ruleSet));
      const isCauseFound = refusing.has('envelope') || refusing.has('hints');
      const checkAlone = (id: string) => {
        const findings = ruleSets.find((ruleSet) => ruleSet.id === id)?.check(subject) ?? [];
        return applyPolicy(subject, toVerdict(verdict.kind, findings)).findings.some(isError);
      };
      const verdicts = own.map((id) => {
        // Findings of the envelope or of hints stand in the place of those of the document: see `RuleSet.join`.
        if (refusing.has(id) || (isCauseFound && isOfDocument(id) && checkAlone(id))) return 'invalid';
        return verdict.kind === null ? 'unknown' : 'valid';
      });
      return share(own, verdicts);
    },
  };
}

function idsOf(ruleSets: readonly RuleSet[]): readonly RuleSet['id'][] {
  return ruleSets.map(({ id }) => id);
}

function allValid(
  ids: readonly string[],
  share: (ids: readonly string[], verdicts: readonly Verdict['verdict'][]) => RuleSetVerdicts,
): RuleSetVerdicts {
  return share(
    ids,
    ids.map(() => 'valid'),
  );
}
