import { severityLabel } from '#components/i18n/finding-text.ts';
import type { Stores } from '#components/panel/app/stores.ts';
import { policySetting } from '#components/panel/event-list/judging/policy-setting.ts';
import { type FindingPolicy, type IgnoreRule, MAX_POLICY_TEXT_CHARS } from '#core/report/finding-policy';
import {
  ignoreRuleFor,
  isSameIgnoreRule,
  severityKey,
  withIgnoreRuleReplaced,
  withIgnoreRules,
  withoutIgnoreRules,
  withSeverity,
} from '#core/report/ignore-rules';
import { isIgnoredBy, siteOfRecord } from '#core/report/settle-findings';
import type { JudgedRecord } from '#core/stream/judged-record';
import type { Finding, Severity } from '#core/telemetry/findings';
import { i18n } from '#i18n';

/** Ignores a finding at its field, or its code at every path, at the event's site. A toast can undo it. */
export function ignoreFinding(stores: Stores, record: JudgedRecord, finding: Finding, scope: 'field' | 'rule'): void {
  const rule = ignoreRuleFor(record, finding, scope);
  const name = formatIgnoreRule(rule);
  const { site, path = '' } = rule;
  // The parser of a policy rejects longer texts.
  if (path.length > MAX_POLICY_TEXT_CHARS) {
    stores.app.toasts.show({ tone: 'error', text: () => i18n.t('policy.pathTooLong') });
    return;
  }
  addIgnoreRule(stores, rule, () => i18n.t('policy.ignoredAt', { name, site: siteLabel(site) }));
}

/** Adds an ignore rule, in place of an equal rule. A toast can undo this, and restores the replaced rule. */
export function addIgnoreRule(stores: Stores, rule: IgnoreRule, text: () => string): void {
  const replacedRules = findSameRules(stores, rule);
  changePolicy(stores, {
    change: (policy) => withIgnoreRules(policy, [rule]),
    undo: (policy) => withIgnoreRules(withoutIgnoreRules(policy, [rule]), replacedRules),
    text,
  });
}

/** Replaces an ignore rule. A toast can undo this, and also restores a rule that equaled `newRule`. */
export function replaceIgnoreRule(stores: Stores, rule: IgnoreRule, newRule: IgnoreRule, text: () => string): void {
  const replacedRules = findSameRules(stores, newRule);
  changePolicy(stores, {
    change: (policy) => withIgnoreRuleReplaced(policy, rule, newRule),
    undo: (policy) => withIgnoreRules(withIgnoreRuleReplaced(policy, newRule, rule), replacedRules),
    text,
  });
}

function findSameRules(stores: Stores, rule: IgnoreRule): readonly IgnoreRule[] {
  return stores
    .get(policySetting)
    .peek()
    .ignore.filter((each) => isSameIgnoreRule(each, rule));
}

/** Removes all rules that ignore a finding at the site of its event. */
export function stopIgnoring(stores: Stores, record: JudgedRecord, finding: Finding): void {
  const eventSite = siteOfRecord(record);
  const setting = stores.get(policySetting);
  const policy = setting.peek();
  const removedRules = policy.ignore.filter(
    (rule) => (rule.site === undefined || rule.site === eventSite) && isIgnoredBy(rule, finding, record),
  );
  setting.set(withoutIgnoreRules(policy, removedRules));
}

/** Changes the severity of a rule's findings. A toast can undo it. */
export function changeSeverity(stores: Stores, finding: Finding, severity: Severity): void {
  const rule = severityKey(finding);
  const before = stores.get(policySetting).peek().severities[rule] ?? null;
  changePolicy(stores, {
    change: (policy) => withSeverity(policy, rule, severity),
    undo: (policy) => withSeverity(policy, rule, before),
    text: () => i18n.t('policy.severityChanged', { rule, severity: severityLabel(severity) }),
  });
}

interface PolicyChange {
  readonly change: (policy: FindingPolicy) => FindingPolicy;
  readonly undo: (policy: FindingPolicy) => FindingPolicy;
  readonly text: () => string;
}

/** Changes the policy. A toast can undo this change, without reverting later ones. */
export function changePolicy(stores: Stores, { change, undo, text }: PolicyChange): void {
  const setting = stores.get(policySetting);
  setting.set(change(setting.peek()));
  stores.app.toasts.show({
    tone: 'info',
    text,
    action: { label: () => i18n.t('policy.undo'), onSelect: () => setting.set(undo(setting.peek())) },
  });
}

/** Formats an ignore rule: `missing edata.pageid`, or the code alone if it applies to every path. */
function formatIgnoreRule({ code = '', path = '' }: IgnoreRule): string {
  return `${code} ${path}`.trim();
}

/** Returns the label of a rule's site: the host, events without a page, or all sites. */
export function siteLabel(site: string | undefined): string {
  if (site === undefined) return i18n.t('policy.everySite');
  return site === '' ? i18n.t('policy.noSite') : site;
}
