import type { MenuCommand } from '#components/panel/app/registries.ts';
import type { Stores } from '#components/panel/app/stores.ts';
import { listInView } from '#components/panel/captures/capture-list.ts';
import { i18n } from '#i18n';
import { panelExportFormats } from './export-formats';
import { importingStore } from './importing';
import { requestedExportStore } from './requested-export';

/**
 * Returns the commands that import files or a collector's events, and export in each format.
 * Without events there is no export.
 */
export function exportCommands(stores: Stores): () => readonly MenuCommand[] {
  const requested = stores.get(requestedExportStore);
  const importCommands = (): readonly MenuCommand[] => {
    const files: MenuCommand = {
      id: 'import',
      label: i18n.t('import.title'),
      run: (panel) => panel.querySelector<HTMLInputElement>('.toolbar input[type="file"]')?.click(),
    };
    const collector: MenuCommand = {
      id: 'import-collector',
      label: i18n.t('import.collector.command'),
      run() {
        stores.get(importingStore).isCollectorDialogOpen.value = true;
      },
    };
    return stores.app.actions.fetchFromCollector === null ? [files] : [files, collector];
  };
  return () => {
    if (listInView(stores).records.counts.value.total === 0) return importCommands();
    const formats = stores.get(panelExportFormats).parts.map(({ format, name }) => ({
      id: `export-${format.id}`,
      label: name(),
      group: i18n.t('export.title'),
      run() {
        requested.value = { format };
      },
    }));
    return [...importCommands(), ...formats];
  };
}
