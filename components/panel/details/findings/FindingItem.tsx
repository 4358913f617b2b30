import { formatNumber } from '#components/i18n/count-text.ts';
import { findingLocation } from '#components/i18n/finding-summary.ts';
import { ruleSetTitle, shortFindingText } from '#components/i18n/finding-text.ts';
import { Button } from '#components/kit/Button.tsx';
import { Icon } from '#components/kit/Icon.tsx';
import { findingActions } from '#components/panel/app/finding-actions.ts';
import { useStore } from '#components/panel/app/stores.ts';
import { type ArgumentNames, foundValue } from '#core/drafts/finding-path';
import { type Fix, formatFix } from '#core/drafts/quick-fix';
import type { JudgedRecord } from '#core/stream/judged-record';
import type { Finding } from '#core/telemetry/findings';
import { i18n } from '#i18n';
import { SourceLink } from '../call-stack/SourceLink';
import { JsonFragment, JsonSnippet } from '../tree/JsonSnippet';
import { findingSource } from './finding-labels';

interface FindingItemProps {
  readonly finding: Finding;
  readonly record: JudgedRecord;
  readonly names: ArgumentNames;
  /** The quick fix, or null if it would be a guess. */
  readonly fix: Fix | null;
  readonly onShow: () => void;
  /** Opens the definition of the kind, or `null` if another rule set found it. */
  readonly onRead: (() => void) | null;
  /** Opens the rule in the reference. */
  readonly onOpenRule: () => void;
}

/** One finding: where, what, found and allowed, who says so, and what to do with it. */
export function FindingItem({ finding, record, names, fix, onShow, onRead, onOpenRule }: FindingItemProps) {
  const error = finding.severity === 'error';
  const tone = error ? 'bad' : 'warn';
  const { parts } = useStore(findingActions);
  const caller = record.call?.stack?.[0];
  return (
    <section class="finding">
      <Icon name={error ? 'invalid' : 'notice'} tone={tone} />
      <div>
        <div class="where">
          <button type="button" class="path" title={i18n.t('detail.showInEvent')} onClick={onShow}>
            {findingLocation(finding)}
          </button>
          <span class="grow" />
          <span class={tone}>{i18n.t(error ? 'detail.error' : 'detail.notice')}</span>
          <span class="tag">{ruleSetTitle(finding.ruleSet)}</span>
        </div>
        <p class="what">{shortFindingText(finding)}</p>
        <FindingFacts finding={finding} record={record} names={names} fix={fix} />
        <div class="actions">
          <Button appearance="text" onClick={onShow}>
            {i18n.t('detail.showInEvent')}
          </Button>
          {parts.map((Action, index) => (
            <Action key={String(index)} record={record} finding={finding} fix={fix} />
          ))}
          {onRead && (
            <Button appearance="text" onClick={onRead}>
              {i18n.t('detail.definitionText')}
            </Button>
          )}
          <Button appearance="text" onClick={onOpenRule}>
            {i18n.t('detail.rule')}
          </Button>
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

function FindingFacts({ finding, record, names, fix }: Pick<FindingItemProps, 'finding' | 'record' | 'names' | 'fix'>) {
  const found = foundValue(record, finding, names);
  return (
    <dl class="facts">
      <dt>{i18n.t('detail.found')}</dt>
      <dd>{found === undefined ? i18n.t('detail.foundUnset') : <JsonSnippet value={found} />}</dd>
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
      <dt>{i18n.t('detail.source')}</dt>
      <dd>{findingSource(finding, record, names)}</dd>
    </dl>
  );
}

/** More values take more than two lines. */
const MAX_OPEN_VALUES = 12;

/** The allowed values; a long list is folded. */
function AllowedValues({ values }: { readonly values: readonly string[] }) {
  const list = (
    <div class="mono allowed">
      {values.map((value) => (
        <span key={value}>{value} </span>
      ))}
    </div>
  );
  if (values.length <= MAX_OPEN_VALUES) return list;
  return (
    <details>
      <summary>{i18n.t('detail.oneOf', values.length, { n: formatNumber(values.length) })}</summary>
      {list}
    </details>
  );
}
