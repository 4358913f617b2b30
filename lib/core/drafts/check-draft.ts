import type { Json } from '#core/json/json';
import { compiledOf } from '#core/telemetry/compiled';
import { type Finding, joinFindings, type RuleSet, toVerdict, type Verdict } from '#core/telemetry/findings';
import type { EventKind } from '#core/telemetry/kinds';
import { pathInArguments } from '#core/telemetry/wire-format';
import { buildEvent } from './post-body';

/** No rule reads them: the SDK makes its own. */
const stamp = { mid: 'DRAFT:0', ets: 0, msgid: '0' };

/**
 * Checks the arguments of a draft by rule sets.
 * One that looks at events only is asked about the event that an SDK makes of the arguments. What it finds elsewhere in
 * that event says nothing of the draft, as the page's SDK fills it in.
 */
export function checkDraft(kind: EventKind, args: readonly Json[], ruleSets: readonly RuleSet[]): Verdict {
  let findings: readonly Finding[] = [];
  for (const ruleSet of ruleSets) {
    const found = isOfReader(ruleSet)
      ? findInDraftEvent(kind, args, ruleSet)
      : ruleSet.check({ type: 'call', method: kind, args });
    findings = joinFindings(findings, found, ruleSet);
  }
  return toVerdict(kind, findings);
}

/** Builds the event that an SDK makes of the arguments, as far as they say it. */
export function eventOfDraft(kind: EventKind, args: readonly Json[]): Json {
  return buildEvent({ kind, args, stamp, isMarked: false });
}

/** The envelope is of the page's SDK, too. */
function isOfReader({ id, looksAt }: RuleSet): boolean {
  return looksAt === 'events' && id !== 'envelope';
}

function findInDraftEvent(kind: EventKind, args: readonly Json[], { check }: RuleSet): readonly Finding[] {
  const { places } = compiledOf(kind);
  const json = eventOfDraft(kind, args);
  return check({ type: 'event', json }).flatMap((finding) => {
    const path = pathInArguments(finding.path, places);
    return path === null ? [] : [{ ...finding, path }];
  });
}
