import { formatNumber } from '#components/i18n/count-text.ts';
import { findingLocation } from '#components/i18n/finding-summary.ts';
import { foldedFindingText, ruleSetTitle, severityLabel, shortFindingText } from '#components/i18n/finding-text.ts';
import { ruleSetLabel } from '#components/i18n/rule-set-label.ts';
import { Button } from '#components/kit/Button.tsx';
import { EmptyState } from '#components/kit/EmptyState.tsx';
import { Icon } from '#components/kit/Icon.tsx';
import { severityTones } from '#components/kit/severity-tone.ts';
import type { AppCommands } from '#components/panel/app/app-commands.ts';
import { findingActions } from '#components/panel/app/finding-actions.ts';
import { useApp, useStore } from '#components/panel/app/stores.ts';
import { useEventList } from '#components/panel/event-list/event-list.ts';
import { RowLink } from '#components/panel/event-list/RowLink.tsx';
import { type ArgumentNames, findingPath, foundValue } from '#core/drafts/finding-path';
import { panelRules } from '#core/drafts/panel-rules';
import { type Fix, formatFix, suggestFix } from '#core/drafts/quick-fix';
import { ruleAnchor } from '#core/rules/reference/rule-anchor';
import { firstErrorOf, isDisagreed, isReplacedByCause, opinionsOf } from '#core/stream/agreement';
import type { JudgedRecord } from '#core/stream/judged-record';
import {
  type BuiltInRuleSetId,
  type Finding,
  isBuiltInRuleSet,
  type RuleSetId,
  SESSION_RULE_SET,
  sortForDisplay,
} from '#core/telemetry/findings';
import { formatList } from '#core/telemetry/wording';
import { i18n } from '#i18n';
import { SourceLink } from '../call-stack/CalledFrom';
import { JsonFragment, JsonSnippet } from '../tree/JsonSnippet';
import { RuleSetVerdict } from './RuleSetVerdict';

export function FindingsTab({ record }: { readonly record: JudgedRecord }) {
  const { commands } = useApp();
  const { records, selection } = useEventList();
  const { argumentNames } = panelRules;
  const { ignored = [] } = record;
  const { openReference } = commands;
  const renderItems = (findings: readonly Finding[], isGrouped: boolean) =>
    findings.map((finding, index) => (
      <FindingItem
        key={String(index)}
        finding={finding}
        isGrouped={isGrouped}
        record={record}
        argumentNames={argumentNames}
        fix={suggestFix(record, finding, panelRules, records.all())}
        onShow={() => selection.show(findingPath(record, finding, argumentNames))}
        onOpenDefinition={definitionOpenerOf(finding, record, commands)}
        onOpenRule={openReference && (() => openReference(ruleAnchor(finding)))}
      />
    ));
  if (record.verdict === 'unknown' && record.findings.length === 0 && ignored.length === 0) {
    return (
      <EmptyState icon="unknown" title={i18n.t('detail.unknownKind.title')}>
        {i18n.t('detail.unknownKind.text', { name: record.name })}
      </EmptyState>
    );
  }
  const setsWithFindings = new Set(record.findings.map(({ ruleSet }) => ruleSet));
  const setsWithoutFindings = sortForDisplay(record.ruleSets).filter(
    (ruleSet) => !setsWithFindings.has(ruleSet) && !isReplacedByCause(ruleSet, record),
  );
  return (
    <>
      <Disagreement record={record} />
      <RuleSetsWithoutFindings ruleSets={setsWithoutFindings} />
      {sortForDisplay([...setsWithFindings]).map((ruleSet) => {
        const findings = record.findings.filter((finding) => finding.ruleSet === ruleSet);
        return (
          <section key={ruleSet} class="rule-set-findings" aria-label={ruleSetLabel(ruleSet)}>
            <h3>
              <RuleSetVerdict ruleSet={ruleSet} findings={findings} />
            </h3>
            {renderItems(findings, true)}
          </section>
        );
      })}
      {record.findings.length === 0 && (
        <EmptyState icon="valid" title={i18n.t('detail.noFindings.title')}>
          {i18n.t('detail.noFindings.text')}
        </EmptyState>
      )}
      {ignored.length > 0 && (
        <details class="ignored-findings">
          <summary>{i18n.t('policy.findings', ignored.length, { n: formatNumber(ignored.length) })}</summary>
          {renderItems(ignored, false)}
        </details>
      )}
    </>
  );
}

/** Lists which rule sets accept the event, and which find errors. Renders nothing if they agree. */
function Disagreement({ record }: { readonly record: JudgedRecord }) {
  if (!isDisagreed(record)) return null;
  const opinions = opinionsOf(record);
  const formatRuleSets = (findsErrors: boolean) =>
    formatList(
      opinions.filter((opinion) => opinion.findsErrors === findsErrors).map(({ ruleSet }) => ruleSetTitle(ruleSet)),
    );
  const reason = firstErrorOf(record);
  return (
    <p class="disagreement">
      <Icon name="disagreed" tone="warning" />
      {i18n.t('detail.disagreement', {
        validBy: formatRuleSets(false),
        invalidBy: formatRuleSets(true),
        finding: reason ? foldedFindingText(reason) : '',
      })}
    </p>
  );
}

/** Returns a function that opens the definition of the kind, or `null` for a finding of another rule set. */
function definitionOpenerOf(
  { ruleSet }: Finding,
  { kind }: JudgedRecord,
  { openReference }: AppCommands,
): (() => void) | null {
  return kind && ruleSet === 'definition' && openReference ? () => openReference(kind) : null;
}

interface FindingItemProps {
  readonly finding: Finding;
  /** Whether the finding is listed under the heading of its rule set. */
  readonly isGrouped: boolean;
  readonly record: JudgedRecord;
  readonly argumentNames: ArgumentNames;
  /** The quick fix, or null if it is uncertain. */
  readonly fix: Fix | null;
  readonly onShow: () => void;
  readonly onOpenDefinition: (() => void) | null;
  /** Opens the rule in the reference; `null` if the host has no reference page. */
  readonly onOpenRule: (() => void) | null;
}

/** A finding: path, message, found and allowed values, source and actions. */
function FindingItem({
  finding,
  isGrouped,
  record,
  argumentNames,
  fix,
  onShow,
  onOpenDefinition,
  onOpenRule,
}: FindingItemProps) {
  const tone = severityTones[finding.severity];
  const { parts } = useStore(findingActions);
  const caller = record.call?.stack?.[0];
  return (
    <section class="finding">
      <Icon name={finding.severity === 'error' ? 'invalid' : 'notice'} tone={tone} />
      <div>
        <div class="where">
          <button type="button" class="path" title={i18n.t('detail.showInEvent')} onClick={onShow}>
            {findingLocation(finding)}
          </button>
          <span class="grow" />
          <span class={tone}>{severityLabel(finding.severity)}</span>
          {!isGrouped && <span class="tag">{ruleSetTitle(finding.ruleSet)}</span>}
        </div>
        <p class="what">{shortFindingText(finding)}</p>
        <FindingFacts finding={finding} record={record} argumentNames={argumentNames} fix={fix} />
        <div class="actions">
          <Button appearance="text" onClick={onShow}>
            {i18n.t('detail.showInEvent')}
          </Button>
          {parts.map((Action, index) => (
            <Action key={String(index)} record={record} finding={finding} fix={fix} />
          ))}
          {onOpenDefinition && (
            <Button appearance="text" onClick={onOpenDefinition}>
              {i18n.t('detail.definitionText')}
            </Button>
          )}
          {onOpenRule && (
            <Button appearance="text" onClick={onOpenRule}>
              {i18n.t('detail.rule')}
            </Button>
          )}
          {caller && (
            <span class="caller">
              {i18n.t('callStack.calledFrom')} <SourceLink frame={caller} />
            </span>
          )}
        </div>
      </div>
    </section>
  );
}

function FindingFacts({
  finding,
  record,
  argumentNames,
  fix,
}: Pick<FindingItemProps, 'finding' | 'record' | 'argumentNames' | 'fix'>) {
  const list = useEventList();
  const value = foundValue(record, finding, argumentNames);
  const [, ...otherRows] = finding.rows ?? [record.row];
  return (
    <dl class="facts">
      <dt>{i18n.t('detail.found')}</dt>
      <dd>{value === undefined ? i18n.t('detail.foundUnset') : <JsonSnippet value={value} />}</dd>
      {finding.params.allowed && (
        <>
          <dt>{i18n.t('detail.expected')}</dt>
          <dd>
            <AllowedValues values={finding.params.allowed} />
          </dd>
        </>
      )}
      {fix && (
        <>
          <dt>{i18n.t('finding.fix')}</dt>
          <dd>
            {fix.type === 'remove' ? (
              i18n.t('finding.remove', { name: String(fix.path.at(-1)) })
            ) : (
              <JsonFragment text={formatFix(fix)} />
            )}
          </dd>
        </>
      )}
      {otherRows.length > 0 && (
        <>
          <dt>{i18n.t('detail.otherEvents')}</dt>
          <dd>
            {otherRows.map((row) => (
              <span key={row}>
                <RowLink list={list} row={row} />{' '}
              </span>
            ))}
          </dd>
        </>
      )}
      <dt>{i18n.t('detail.source')}</dt>
      <dd>{findingSource(finding, record, argumentNames)}</dd>
    </dl>
  );
}

/** More values take more than two lines. */
const MAX_EXPANDED_VALUES = 12;

/** The allowed values. A long list is collapsed. */
function AllowedValues({ values }: { readonly values: readonly string[] }) {
  // One text node, because a schema may list thousands of values, and many findings may show that list.
  const list = <div class="mono allowed">{values.join(' ')}</div>;
  if (values.length <= MAX_EXPANDED_VALUES) return list;
  return (
    <details>
      <summary>{i18n.t('detail.oneOf', values.length, { n: formatNumber(values.length) })}</summary>
      {list}
    </details>
  );
}

/** The rule sets that checked the event and found nothing, in one line. */
function RuleSetsWithoutFindings({ ruleSets }: { readonly ruleSets: readonly RuleSetId[] }) {
  if (ruleSets.length === 0) return null;
  return (
    <ul class="rulesets" aria-label={i18n.t('detail.ruleSets')}>
      {ruleSets.map((ruleSet) => (
        <li key={ruleSet}>
          <RuleSetVerdict ruleSet={ruleSet} findings={NO_FINDINGS} />
        </li>
      ))}
    </ul>
  );
}

const NO_FINDINGS: readonly Finding[] = [];

/** Returns the source of a finding's rule: `Definition, section 6, interact(data)`. */
function findingSource(finding: Finding, record: Pick<JudgedRecord, 'kind'>, namesOf: ArgumentNames): string {
  if (finding.ruleSet === SESSION_RULE_SET) return ruleSetLabel(finding.ruleSet);
  if (!isBuiltInRuleSet(finding.ruleSet)) return finding.ruleSet;
  if (finding.ruleSet !== 'definition') return builtInSources()[finding.ruleSet] ?? ruleSetTitle(finding.ruleSet);
  if (!record.kind) return i18n.t('detail.sourceDefinition');
  return i18n.t('detail.sourceSection', { signature: `${record.kind}(${namesOf(record.kind).join(', ')})` });
}

const builtInSources = (): Readonly<Partial<Record<BuiltInRuleSetId, string>>> => ({
  envelope: i18n.t('detail.sourceEnvelope'),
  entity: i18n.t('detail.sourceEntity'),
  privacy: i18n.t('detail.sourcePrivacy'),
  ingestion: i18n.t('detail.sourceIngestion'),
  hints: i18n.t('detail.sourceHints'),
});
