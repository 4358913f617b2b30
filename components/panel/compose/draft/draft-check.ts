import { defineStore } from '#components/panel/app/stores.ts';
import { judgesStore } from '#components/panel/event-list/judging/judges.ts';
import { policySetting } from '#components/panel/event-list/judging/policy-setting.ts';
import { checkDraft } from '#core/drafts/check-draft';
import { panelRules } from '#core/drafts/panel-rules';
import type { Json } from '#core/json/json';
import { withSeverities } from '#core/report/settle-findings';
import { toVerdict, type Verdict } from '#core/telemetry/findings';
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
  const checkCall: DraftCheck['checkCall'] = (kind, args) =>
    ruleSets.value === null ? panelRules.validateCall(kind, args) : checkDraft(kind, args, ruleSets.value);
  const checkEvent: DraftCheck['checkEvent'] = (json) =>
    ruleSets.value === null ? panelRules.validateEvent(json) : verdictOf({ type: 'event', json }, ruleSets.value);
  const settle = ({ kind, findings }: Verdict): Verdict => toVerdict(kind, withSeverities(findings, policy.value));
  return {
    checkCall: (kind, args) => settle(checkCall(kind, args)),
    checkEvent: (json) => settle(checkEvent(json)),
  };
});
