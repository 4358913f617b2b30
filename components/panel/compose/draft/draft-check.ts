import { defineStore } from '#components/panel/app/stores.ts';
import { judgesStore } from '#components/panel/event-list/judging/judges.ts';
import { policySetting } from '#components/panel/event-list/judging/policy-setting.ts';
import { checkDraft, eventOfDraft } from '#core/drafts/check-draft';
import { panelRules } from '#core/drafts/panel-rules';
import type { Json } from '#core/json/json';
import { keepErrorsOfUncountedCauses } from '#core/report/counted-causes';
import { withSeverities } from '#core/report/settle-findings';
import { type RuleSet, toVerdict, type Verdict } from '#core/telemetry/findings';
import type { EventKind } from '#core/telemetry/kinds';
import { verdictOf } from '#core/telemetry/validate-event';
import { type EventOrigin, producerOf } from '#panel/schemas/schema-set-limit';
import { draftPageStore } from './draft-page';

/**
 * Checks drafts by the active rule sets with the user's severities.
 * Until the rule sets are loaded, the default ones apply. A rule set that is limited to sites or producers is used if
 * the draft is for one of them. A check during rendering subscribes to rule sets, policy and page.
 */
interface DraftCheck {
  readonly checkCall: (kind: EventKind, args: readonly Json[]) => Verdict;
  readonly checkEvent: (event: Json) => Verdict;
}

export const draftCheckStore = defineStore(({ get }): DraftCheck => {
  const { ruleSetsFor } = get(judgesStore);
  const policy = get(policySetting);
  const page = get(draftPageStore);
  /** The page's SDK adds the producer if the event has none. */
  const originOf = (event: Json): EventOrigin => ({
    site: page.site.value,
    producer: producerOf(event) || page.producer.value,
  });
  const withPolicy = ({ kind, findings }: Verdict): Verdict => toVerdict(kind, withSeverities(findings, policy.value));
  const checkWith = (sets: readonly RuleSet[], check: (ruleSets: readonly RuleSet[]) => Verdict): Verdict => {
    const verdict = check(sets);
    const verdictByPolicy = withPolicy(verdict);
    const withCauses = keepErrorsOfUncountedCauses(sets, verdict.findings, verdictByPolicy.findings);
    return withCauses === null ? verdictByPolicy : withPolicy(check(withCauses));
  };
  return {
    checkCall(kind, args) {
      const ruleSets = ruleSetsFor(() => originOf(eventOfDraft(kind, args)));
      if (ruleSets === null) return withPolicy(panelRules.validateCall(kind, args));
      return checkWith(ruleSets, (checkedSets) => checkDraft(kind, args, checkedSets));
    },
    checkEvent(json) {
      const ruleSets = ruleSetsFor(() => originOf(json));
      if (ruleSets === null) return withPolicy(panelRules.validateEvent(json));
      return checkWith(ruleSets, (checkedSets) => verdictOf({ type: 'event', json }, checkedSets));
    },
  };
});
