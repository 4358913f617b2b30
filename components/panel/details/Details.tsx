import type { ComponentChildren } from 'preact';
import { headlineText } from '#components/i18n/headline-text.ts';
import { formatUrlLabel, verdictLabelOf } from '#components/i18n/journey-labels.ts';
import { ToolButton } from '#components/kit/Button.tsx';
import { StatusLabel } from '#components/kit/StatusLabel.tsx';
import { useRovingTabs } from '#components/kit/use-roving.ts';
import { type DetailTab, type DetailTabEntry, detailNotes, detailTabs } from '#components/panel/app/detail-tabs.ts';
import { useApp, useStore } from '#components/panel/app/stores.ts';
import { useEventList } from '#components/panel/event-list/event-list.ts';
import { RowLink } from '#components/panel/event-list/RowLink.tsx';
import { formatRecordJson } from '#core/formats/record-json';
import { kindLabel } from '#core/journey/record';
import type { JudgedRecord } from '#core/stream/judged-record';
import { i18n } from '#i18n';
import { DetailsSideSwitch } from './DetailsSideSwitch';
import { detailsViewStore, useScrollPosition } from './details-view';
import { DiagnosticList } from './journey/DiagnosticList';
import { labelDiagnostics } from './journey/diagnostic-labels';
import { JourneyStepsLine } from './journey/JourneyStepsLine';
import { misleadingResponseText } from './journey/journey-steps';
import './details.css';
import './tree/tree.css';

/** A scrolling tab panel needs a tab stop, so that the keyboard can scroll it. */
const tabPanelProps = (tab: DetailTab) => ({ role: 'tabpanel', tabIndex: 0, 'aria-labelledby': `tab-${tab}` }) as const;

interface DetailsProps {
  readonly record: JudgedRecord;
  /** Actions of other features on the event. */
  readonly actions: ComponentChildren;
}

/** The details of the open event. */
export function Details({ record, actions }: DetailsProps) {
  const { records, selection } = useEventList();
  const { parts: tabs } = useStore(detailTabs);
  const { parts: notes } = useStore(detailNotes);
  const tab = tabs.find(({ id }) => id === selection.tab.value) ?? tabs[0];
  const { scroll } = useStore(detailsViewStore);
  const scrollProps = useScrollPosition(scroll, selection.tab.value, record.row);
  const closeOnEscape = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented) return;
    event.preventDefault();
    selection.close();
  };
  return (
    <section class="detail" aria-label={`${kindLabel(record)}, ${headlineText(record)}`} onKeyDown={closeOnEscape}>
      <DetailsHeader record={record} actions={actions} onClose={selection.close} />
      <JourneyStepsLine record={record} />
      <DiagnosticList
        key={record.row}
        diagnostics={labelDiagnostics(record, records)}
        misleading={misleadingResponseText(record)}
      />
      {notes.map((Note, index) => (
        <Note key={String(index)} record={record} />
      ))}
      {tab && (
        <>
          <DetailsTabs tabs={tabs} tab={tab} record={record} onSelect={selection.selectTab} />
          <div
            class="pane"
            {...tabPanelProps(tab.id)}
            id="detail-pane"
            key={`${record.row} ${tab.id}`}
            {...(tab.staysScrolled && scrollProps)}
          >
            <tab.View record={record} />
          </div>
        </>
      )}
    </section>
  );
}

interface DetailsHeaderProps {
  readonly record: JudgedRecord;
  readonly actions: ComponentChildren;
  readonly onClose: () => void;
}

function DetailsHeader({ record, actions, onClose }: DetailsHeaderProps) {
  const { commands } = useApp();
  const list = useEventList();
  const verdict = verdictLabelOf(record);
  return (
    <header>
      <div class="title">
        <h2>{kindLabel(record)}</h2>
        <bdi class="truncate" title={headlineText(record)}>
          {headlineText(record)}
        </bdi>
        <span class="grow" />
        {actions}
        <ToolButton
          icon="copy"
          name={i18n.t('detail.copyJson')}
          onClick={() => commands.copy(formatRecordJson(record), () => i18n.t('detail.asJson'))}
        />
        <DetailsSideSwitch />
        <ToolButton icon="x" name={i18n.t('common.close')} title={i18n.t('detail.close')} onClick={onClose} />
      </div>
      <div class="sub">
        <StatusLabel icon={verdict.icon} tone={verdict.tone} isSubtle={verdict.isSubtle}>
          {verdict.long}
        </StatusLabel>
        <RowLink list={list} row={record.row} />
        {record.firedBy.type === 'panel' && (
          <StatusLabel icon="bolt" tone="inherit">
            {i18n.t('list.manual')}
          </StatusLabel>
        )}
        <span class="truncate" title={record.frame.url}>
          {formatUrlLabel(record.frame.url)}
        </span>
      </div>
    </header>
  );
}

interface DetailsTabsProps {
  readonly tabs: readonly DetailTabEntry[];
  readonly tab: DetailTabEntry;
  readonly record: JudgedRecord;
  readonly onSelect: (tab: DetailTab) => void;
}

/** The row of tabs, each with the number of its items. */
function DetailsTabs({ tabs, tab, record, onSelect }: DetailsTabsProps) {
  const ids = tabs.map(({ id }) => id);
  const onKeyDown = useRovingTabs(ids, tab.id, onSelect);
  return (
    <div class="tabs" role="tablist" aria-label={i18n.t('detail.title')} onKeyDown={onKeyDown}>
      {tabs.map(({ id, label, count }) => (
        <button
          type="button"
          role="tab"
          key={id}
          id={`tab-${id}`}
          aria-selected={id === tab.id}
          aria-controls="detail-pane"
          tabIndex={id === tab.id ? 0 : -1}
          onClick={() => onSelect(id)}
        >
          {label()}
          {count?.(record) ? <b>{count(record)}</b> : null}
        </button>
      ))}
    </div>
  );
}
