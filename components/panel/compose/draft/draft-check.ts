import { defineStore } from '#components/panel/app/stores.ts';
import { judgesStore } from '#components/panel/event-list/judging/judges.ts';
import { policySetting } from '#components/panel/event-list/judging/policy-setting.ts';
import { checkDraft, eventOfDraft } from '#core/drafts/check-draft';
import { panelRules } from '#core/drafts/panel-rules';
import type { Json } from '#core/json/json';
import { withCausesBeside } from '#core/report/counted-causes';
import { withSeverities } from '#core/report/settle-findings';
import { type RuleSet, toVerdict, type Verdict } from '#core/telemetry/findings';
import type { EventKind } from '#core/telemetry/kinds';
import { verdictOf } from '#core/telemetry/validate-event';
import { type EventOrigin, producerOf } from '#panel/schemas/schema-set-limit';
import { draftPageStore } from './draft-page';

/**
 * Checks drafts by the rule sets that are on, with the user's severities; by the default ones until these are loaded.
 * Those that are limited are asked if the draft is for their sites and producers. A view that calls it subscribes to all of
 * this.
 */
interface DraftCheck {
  readonly checkCall: (kind: EventKind, args: readonly Json[]) => Verdict;
  readonly checkEvent: (event: Json) => Verdict;
}

export const draftCheckStore = defineStore(({ get }): DraftCheck => {
  const { ruleSetsFor } = get(judgesStore);
  const policy = get(policySetting);
  const page = get(draftPageStore);
  /** What the event itself does not name, the SDK of the page fills in. */
  const originOf = (event: Json): EventOrigin => ({
    site: page.site.value,
    producer: producerOf(event) || page.producer.value,
  });
  const settle = ({ kind, findings }: Verdict): Verdict => toVerdict(kind, withSeverities(findings, policy.value));
  const checkBy = (ruleSets: readonly RuleSet[], check: (ruleSets: readonly RuleSet[]) => Verdict): Verdict => {
    const verdict = check(ruleSets);
    const settled = settle(verdict);
    const beside = withCausesBeside(ruleSets, verdict.findings, settled.findings);
    return beside === null ? settled : settle(check(beside));
  };
  return {
    checkCall(kind, args) {
      const ruleSets = ruleSetsFor(() => originOf(eventOfDraft(kind, args)));
      if (ruleSets === null) return settle(panelRules.validateCall(kind, args));
      return checkBy(ruleSets, (asked) => checkDraft(kind, args, asked));
    },
    checkEvent(json) {
      const ruleSets = ruleSetsFor(() => originOf(json));
      if (ruleSets === null) return settle(panelRules.validateEvent(json));
      return checkBy(ruleSets, (asked) => verdictOf({ type: 'event', json }, asked));
    },
  };
});
