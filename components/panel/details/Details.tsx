import type { ComponentChildren } from 'preact';
import { headlineText } from '#components/i18n/headline-text.ts';
import { type DetailTab, detailTabs } from '#components/panel/app/detail-tabs.ts';
import { useStore } from '#components/panel/app/stores.ts';
import { useEventList } from '#components/panel/event-list/event-list.ts';
import { kindLabel } from '#core/journey/record';
import type { JudgedRecord } from '#core/stream/judged-record';
import { DetailsHeader } from './DetailsHeader';
import { DetailsTabs } from './DetailsTabs';
import { detailsViewStore } from './details-view';
import { DiagnosticList } from './journey/DiagnosticList';
import { labelDiagnostics } from './journey/diagnostic-labels';
import { JourneyStepsLine } from './journey/JourneyStepsLine';
import { misleadingResponse } from './journey/journey-steps';
import { useScrollPlace } from './use-scroll-place';
import './details.css';
import './tree/tree.css';

/** A panel that scrolls must be within reach of Tab, or the keyboard could not scroll it. */
const panelOf = (tab: DetailTab) => ({ role: 'tabpanel', tabIndex: 0, 'aria-labelledby': `tab-${tab}` }) as const;

interface DetailsProps {
  readonly record: JudgedRecord;
  /** What other features can do with the event. */
  readonly actions: ComponentChildren;
}

/** Everything about the open event. */
export function Details({ record, actions }: DetailsProps) {
  const { records, selection } = useEventList();
  const { parts: tabs } = useStore(detailTabs);
  const tab = tabs.find(({ id }) => id === selection.tab.value) ?? tabs[0];
  const { scroll } = useStore(detailsViewStore);
  const pane = useScrollPlace(scroll, selection.tab.value, record.row);
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
        misleading={misleadingResponse(record)}
      />
      {tab && (
        <>
          <DetailsTabs tabs={tabs} tab={tab} record={record} onChoose={selection.chooseTab} />
          <div
            class="pane"
            {...panelOf(tab.id)}
            id="detail-pane"
            key={`${record.row} ${tab.id}`}
            {...(tab.staysScrolled && pane)}
          >
            <tab.View record={record} />
          </div>
        </>
      )}
    </section>
  );
}
