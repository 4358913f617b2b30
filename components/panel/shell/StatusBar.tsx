import { StatusLabel } from '#components/kit/StatusLabel.tsx';
import { type StatusPart, statusParts } from '#components/panel/app/registries.ts';
import { useApp, useStore } from '#components/panel/app/stores.ts';
import { closedTabLabel, panelWindowLabel } from '#components/panel/app/tab-state.ts';

/** The state of the panel in one line. */
export function StatusBar() {
  return (
    <footer class="status">
      <StatusParts side="start" />
      <span class="grow" />
      <StatusParts side="end" />
    </footer>
  );
}

function StatusParts({ side }: Pick<StatusPart, 'side'>) {
  const { parts } = useStore(statusParts);
  return parts.filter((part) => part.side === side).map(({ View }, index) => <View key={String(index)} />);
}

/** Shows what the panel cannot do in its window or tab. */
export function HostStatus() {
  const tab = useApp().tab.value;
  if (tab.isClosed) {
    return (
      <StatusLabel icon="notice" tone="warning" title={closedTabLabel().long}>
        {closedTabLabel().long}
      </StatusLabel>
    );
  }
  if (tab.hostType !== 'window') return null;
  return (
    <StatusLabel icon="window" tone="inherit" title={panelWindowLabel().long}>
      {panelWindowLabel().short}
    </StatusLabel>
  );
}
