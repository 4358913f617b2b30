import type { TelemetryRecord } from '../../../lib/journey/record';
import { misleadingAnswer } from '../../../lib/panel/journey-steps';
import type { DetailTab } from '../../../lib/panel/selection';
import { toldTroubles } from '../../../lib/panel/trouble-words';
import { kindLabel } from '../../../lib/panel/words';
import type { PanelPart } from '../Panel';
import { ChangesTab } from './ChangesTab';
import { DetailHeader } from './DetailHeader';
import { DetailTabs } from './DetailTabs';
import { EventTab } from './EventTab';
import { FindingsTab } from './FindingsTab';
import { JourneyStepsLine } from './JourneyStepsLine';
import { JourneyTab } from './JourneyTab';
import { Troubles } from './Troubles';
import '../styles/detail.css';
import '../styles/tree.css';

export interface DetailPart extends PanelPart {
  readonly record: TelemetryRecord;
}

const tabs = { findings: FindingsTab, event: EventTab, journey: JourneyTab, changes: ChangesTab } as const;

/** A panel that scrolls must be within reach of Tab, or the keyboard could not scroll it. */
const panelOf = (tab: DetailTab) => ({ role: 'tabpanel', tabIndex: 0, 'aria-labelledby': `tab-${tab}` }) as const;

/** Everything about the open event. */
export function Detail({ record, model, commands }: DetailPart) {
  const { selection } = model;
  const tab = selection.tab.value;
  const Tab = tabs[tab];
  const closeOnEscape = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented) return;
    event.preventDefault();
    selection.close();
  };
  return (
    <section class="detail" aria-label={`${kindLabel(record)}, ${record.headline}`} onKeyDown={closeOnEscape}>
      <DetailHeader record={record} commands={commands} settings={model.settings} onClose={selection.close} />
      <JourneyStepsLine record={record} />
      <Troubles key={record.row} troubles={toldTroubles(record)} misleading={misleadingAnswer(record)} />
      <DetailTabs
        tab={tab}
        counts={{ findings: record.findings.length, changes: record.changes.length }}
        onChoose={selection.chooseTab}
      />
      <div class="pane" {...panelOf(tab)} id="detail-pane" key={`${record.row} ${tab}`}>
        <Tab record={record} model={model} commands={commands} />
      </div>
    </section>
  );
}
