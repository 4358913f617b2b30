import { defineStore } from '#components/panel/app/stores.ts';
import { judgesStore } from '#components/panel/event-list/judging/judges.ts';
import { policySetting } from '#components/panel/event-list/judging/policy-setting.ts';
import { checkDraft } from '#core/drafts/check-draft';
import { panelRules } from '#core/drafts/panel-rules';
import type { Json } from '#core/json/json';
import { withCausesBeside } from '#core/report/counted-causes';
import { withSeverities } from '#core/report/settle-findings';
import { type RuleSet, toVerdict, type Verdict } from '#core/telemetry/findings';
import type { EventKind } from '#core/telemetry/kinds';
import { verdictOf } from '#core/telemetry/validate-event';

/**
 * Checks drafts by the rule sets that are on, with the user's severities; by the default ones until these are loaded.
 * A view that calls it subscribes to both.
 */
interface DraftCheck {
  readonly checkCall: (kind: EventKind, args: readonly Json[]) => Verdict;
  readonly checkEvent: (event: Json) => Verdict;
}

export const draftCheckStore = defineStore(({ get }): DraftCheck => {
  const { ruleSets } = get(judgesStore);
  const policy = get(policySetting);
  const settle = ({ kind, findings }: Verdict): Verdict => toVerdict(kind, withSeverities(findings, policy.value));
  const checkBy = (ruleSets: readonly RuleSet[], check: (ruleSets: readonly RuleSet[]) => Verdict): Verdict => {
    const verdict = check(ruleSets);
    const settled = settle(verdict);
    const beside = withCausesBeside(ruleSets, verdict.findings, settled.findings);
    return beside === null ? settled : settle(check(beside));
  };
  return {
    checkCall: (kind, args) =>
      ruleSets.value === null
        ? settle(panelRules.validateCall(kind, args))
        : checkBy(ruleSets.value, (asked) => checkDraft(kind, args, asked)),
    checkEvent: (json) =>
      ruleSets.value === null
        ? settle(panelRules.validateEvent(json))
        : checkBy(ruleSets.value, (asked) => verdictOf({ type: 'event', json }, asked)),
  };
});
