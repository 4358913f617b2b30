import type { MenuCommand } from '#components/panel/app/registries.ts';
import type { Stores } from '#components/panel/app/stores.ts';
import { i18n } from '#i18n';

/** The views of the panel. */
export function viewCommands({ app }: Stores): () => readonly MenuCommand[] {
  return () => {
    const labels = {
      events: i18n.t('toolbar.events'),
      compose: i18n.t('toolbar.compose'),
      violations: i18n.t('violations.open'),
      scenarios: i18n.t('scenarios.list'),
      registry: i18n.t('toolbar.registry'),
    } as const;
    const views = Object.keys(labels) as readonly (keyof typeof labels)[];
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
