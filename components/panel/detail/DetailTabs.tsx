import { type DetailTab, detailTabs } from '../../../lib/panel/selection';
import { useRovingTabs } from '../../ui/use-roving-tabs';

const labels: Readonly<Record<DetailTab, string>> = { findings: 'Findings', event: 'Event', journey: 'Journey' };

interface DetailTabsProps {
  readonly tab: DetailTab;
  readonly findings: number;
  readonly onChoose: (tab: DetailTab) => void;
}

/** Findings, Event, Journey. */
export function DetailTabs({ tab, findings, onChoose }: DetailTabsProps) {
  const onKeyDown = useRovingTabs(detailTabs, tab, onChoose);
  return (
    <div class="tabs" role="tablist" aria-label="Details" onKeyDown={onKeyDown}>
      {detailTabs.map((one) => (
        <button
          type="button"
          role="tab"
          key={one}
          id={`tab-${one}`}
          aria-selected={one === tab}
          aria-controls="detail-pane"
          tabIndex={one === tab ? 0 : -1}
          onClick={() => onChoose(one)}
        >
          {labels[one]}
          {one === 'findings' && findings > 0 && <b>{findings}</b>}
        </button>
      ))}
    </div>
  );
}
