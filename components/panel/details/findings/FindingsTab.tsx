import { formatNumber } from '#components/i18n/count-text.ts';
import { EmptyState } from '#components/kit/EmptyState.tsx';
import type { AppCommands } from '#components/panel/app/app-commands.ts';
import { useApp } from '#components/panel/app/stores.ts';
import { useEventList } from '#components/panel/event-list/event-list.ts';
import { findingPath } from '#core/drafts/finding-path';
import { panelRules } from '#core/drafts/panel-rules';
import { suggestFix } from '#core/drafts/quick-fix';
import { ruleAnchor } from '#core/rules/reference/rule-anchor';
import type { JudgedRecord } from '#core/stream/judged-record';
import { builtInRuleSetIds, type Finding, isBuiltInRuleSet, type RuleSetId } from '#core/telemetry/findings';
import { i18n } from '#i18n';
import { FindingItem } from './FindingItem';
import { RuleSets } from './RuleSets';

/** What is wrong with the event, or worth knowing, and by which rules. */
export function FindingsTab({ record }: { readonly record: JudgedRecord }) {
  const { commands } = useApp();
  const { records, selection } = useEventList();
  const { argumentNames } = panelRules;
  const { muted = [] } = record;
  const itemsOf = (findings: readonly Finding[]) =>
    findings.map((finding, index) => (
      <FindingItem
        key={String(index)}
        finding={finding}
        record={record}
        names={argumentNames}
        fix={suggestFix(record, finding, panelRules, records.all())}
        onShow={() => selection.show(findingPath(record, finding, argumentNames))}
        onRead={readerOf(finding, record, commands)}
        onOpenRule={() => commands.openReference(ruleAnchor(finding))}
      />
    ));
  if (record.verdict === 'unknown' && record.findings.length === 0 && muted.length === 0) {
    return (
      <EmptyState icon="unknown" title={i18n.t('detail.unknownKind.title')}>
        {i18n.t('detail.unknownKind.text', { name: record.name })}
      </EmptyState>
    );
  }
  return (
    <>
      <RuleSets ruleSets={inShownOrder(record.ruleSets)} findings={record.findings} />
      {itemsOf(record.findings)}
      {record.findings.length === 0 && (
        <EmptyState icon="valid" title={i18n.t('detail.noFindings.title')}>
          {i18n.t('detail.noFindings.text')}
        </EmptyState>
      )}
      {muted.length > 0 && (
        <details class="muted-findings">
          <summary>{i18n.t('mutes.mutedFindings', muted.length, { n: formatNumber(muted.length) })}</summary>
          {itemsOf(muted)}
        </details>
      )}
    </>
  );
}

/** The product's own first, in their order. */
function inShownOrder(ruleSets: readonly RuleSetId[]): readonly RuleSetId[] {
  const own = builtInRuleSetIds.filter((id) => ruleSets.includes(id));
  return [...own, ...ruleSets.filter((id) => !isBuiltInRuleSet(id))];
}

/** Only what the definition says stands in its reference. */
function readerOf({ ruleSet }: Finding, { kind }: JudgedRecord, commands: AppCommands): (() => void) | null {
  return kind && ruleSet === 'definition' ? () => commands.openReference(kind) : null;
}
