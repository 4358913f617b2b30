import type { ComponentChildren } from 'preact';
import { headlineText } from '#components/i18n/headline-text.ts';
import { lazy } from '#components/kit/lazy.tsx';
import { useStore } from '#components/panel/app/stores.ts';
import { useEventList } from '#components/panel/event-list/event-list.ts';
import type { DetailTab } from '#components/panel/event-list/selection.ts';
import { kindLabel, type TelemetryRecord } from '#core/journey/record';
import { ChangesTab } from './changes/ChangesTab';
import { DetailsHeader } from './DetailsHeader';
import { DetailsTabs } from './DetailsTabs';
import { detailsViewStore } from './details-view';
import { DiagnosticList } from './journey/DiagnosticList';
import { labelDiagnostics } from './journey/diagnostic-labels';
import { JourneyStepsLine } from './journey/JourneyStepsLine';
import { JourneyTab } from './journey/JourneyTab';
import { misleadingResponse } from './journey/journey-steps';
import { JsonTab } from './json/JsonTab';
import { EventTab } from './tree/EventTab';
import { useScrollPlace } from './use-scroll-place';
import './details.css';
import './tree/tree.css';

/** With the sentences of all findings, which nothing shows before. */
const FindingsTab = lazy(async () => (await import('./findings/FindingsTab')).FindingsTab);

const tabs = {
  findings: FindingsTab,
  event: EventTab,
  json: JsonTab,
  journey: JourneyTab,
  changes: ChangesTab,
} as const;

/** The contents that are alike from row to row. */
const staysScrolled: Readonly<Partial<Record<DetailTab, true>>> = { event: true, json: true };

/** A panel that scrolls must be within reach of Tab, or the keyboard could not scroll it. */
const panelOf = (tab: DetailTab) => ({ role: 'tabpanel', tabIndex: 0, 'aria-labelledby': `tab-${tab}` }) as const;

interface DetailsProps {
  readonly record: TelemetryRecord;
  /** What other features can do with the event. */
  readonly actions: ComponentChildren;
}

/** Everything about the open event. */
export function Details({ record, actions }: DetailsProps) {
  const { records, selection } = useEventList();
  const tab = selection.tab.value;
  const Tab = tabs[tab];
  const { scroll } = useStore(detailsViewStore);
  const pane = useScrollPlace(scroll, tab, record.row);
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
      <DetailsTabs
        tab={tab}
        counts={{ findings: record.findings.length, changes: record.changes.length }}
        onChoose={selection.chooseTab}
      />
      <div
        class="pane"
        {...panelOf(tab)}
        id="detail-pane"
        key={`${record.row} ${tab}`}
        {...(staysScrolled[tab] && pane)}
      >
        <Tab record={record} />
      </div>
    </section>
  );
}
