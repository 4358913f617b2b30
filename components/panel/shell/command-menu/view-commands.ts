import type { PanelView } from '#components/panel/app/app-store.ts';
import type { MenuCommand } from '#components/panel/app/registries.ts';
import type { Stores } from '#components/panel/app/stores.ts';
import { i18n } from '#i18n';
import { viewLabels } from '../view-labels';

/** The views of the panel. */
export function viewCommands({ app }: Stores): () => readonly MenuCommand[] {
  return () => {
    const labels = viewLabels();
    const views = Object.keys(labels) as readonly PanelView[];
    return views.map((view) => ({
      id: `view-${view}`,
      label: labels[view],
      group: i18n.t('toolbar.view'),
      run() {
        app.view.value = view;
      },
    }));
  };
}
