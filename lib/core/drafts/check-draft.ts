import type { Json } from '#core/json/json';
import { compiledOf } from '#core/telemetry/compiled';
import { type Finding, joinFindings, type RuleSet, toVerdict, type Verdict } from '#core/telemetry/findings';
import type { EventKind } from '#core/telemetry/kinds';
import { pathInArguments } from '#core/telemetry/wire-format';
import { buildEvent } from './post-body';

/** Placeholders that no rule reads: the SDK creates its own values. */
const ids = { mid: 'DRAFT:0', ets: 0, msgid: '0' };

/**
 * Checks the arguments of a draft by rule sets.
 * Rule sets that support events only check the event that an SDK creates from the arguments.
 * Their findings outside of the arguments are omitted, because the page's SDK sets those fields.
 */
export function checkDraft(kind: EventKind, args: readonly Json[], ruleSets: readonly RuleSet[]): Verdict {
  let findings: readonly Finding[] = [];
  for (const ruleSet of ruleSets) {
    const ruleSetFindings = shouldCheckEvent(ruleSet)
      ? findInDraftEvent(kind, args, ruleSet)
      : ruleSet.check({ type: 'call', method: kind, args });
    findings = joinFindings(findings, ruleSetFindings, ruleSet);
  }
  return toVerdict(kind, findings);
}

/** Builds the event that an SDK creates from the arguments, with placeholders for other fields. */
export function eventOfDraft(kind: EventKind, args: readonly Json[]): Json {
  return buildEvent({ kind, args, ids, hasManualCdata: false });
}

/**
 * Whether a rule set checks the event of a draft instead of its arguments, because it supports events only.
 * The rule set `envelope` is excluded, because the page's SDK sets those fields.
 */
function shouldCheckEvent({ id, scope }: RuleSet): boolean {
  return scope === 'events' && id !== 'envelope';
}

function findInDraftEvent(kind: EventKind, args: readonly Json[], { check }: RuleSet): readonly Finding[] {
  const { mappings } = compiledOf(kind);
  const json = eventOfDraft(kind, args);
  return check({ type: 'event', json }).flatMap((finding) => {
    const path = pathInArguments(finding.path, mappings);
    return path === null ? [] : [{ ...finding, path }];
  });
}
