import { panelViews } from '#components/panel/app/panel-views.tsx';
import type { MenuCommand } from '#components/panel/app/registries.ts';
import type { Stores } from '#components/panel/app/stores.ts';
import { i18n } from '#i18n';

/** Returns a command for each view of the panel. */
export function viewCommands(stores: Stores): () => readonly MenuCommand[] {
  const { parts } = stores.get(panelViews);
  return () =>
    parts.map(({ id, label }) => ({
      id: `view-${id}`,
      label: label(),
      group: i18n.t('toolbar.view'),
      run() {
        stores.app.view.value = id;
      },
    }));
}
