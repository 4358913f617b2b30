import { signal } from '@preact/signals';
import { formatNumber } from '#components/i18n/count-text.ts';
import { StatusLabel } from '#components/kit/StatusLabel.tsx';
import { defineStore, useStore } from '#components/panel/app/stores.ts';
import { i18n } from '#i18n';
import type { SourceState } from '#panel/record-source';

export const collectorStateStore = defineStore(() => signal<SourceState>({ isConnected: true, behind: 0 }));

/** Reports that the collector does not respond, or how many events the page is behind. */
export function CollectorStatus() {
  const { isConnected, behind } = useStore(collectorStateStore).value;
  if (!isConnected) {
    return (
      <StatusLabel icon="notice" tone="warning" title={i18n.t('panel.collector.disconnectedHint')}>
        {i18n.t('panel.collector.disconnected')}
      </StatusLabel>
    );
  }
  if (behind === 0) return null;
  return (
    <StatusLabel icon="unknown" tone="inherit" title={i18n.t('panel.collector.behindHint')}>
      {i18n.t('panel.collector.behind', behind, { n: formatNumber(behind) })}
    </StatusLabel>
  );
}
