import { batch } from '@preact/signals';
import type { MenuCommand } from '#components/panel/app/registries.ts';
import type { Stores } from '#components/panel/app/stores.ts';
import { i18n } from '#i18n';
import { sessionsStore } from './capture-list';

/** The captures that are open beside the live one. */
export function captureCommands(stores: Stores): () => readonly MenuCommand[] {
  const { app } = stores;
  const sessions = stores.get(sessionsStore);
  return () =>
    sessions.files.value.map((session) => ({
      id: `capture-${session.id}`,
      label: session.name,
      group: i18n.t('commandMenu.captures'),
      run: () =>
        batch(() => {
          sessions.show(session);
          app.view.value = 'events';
        }),
    }));
}
