import { tryImport } from '#components/kit/lazy-import.ts';
import type { MenuCommand } from '#components/panel/app/registries.ts';
import type { Stores } from '#components/panel/app/stores.ts';
import { readOnlyReason } from '#components/panel/app/tab-state.ts';
import { listInView } from '#components/panel/captures/capture-list.ts';
import { autoScrollSection } from '#components/panel/event-list/auto-scroll.ts';
import { liveListStore } from '#components/panel/event-list/event-list.ts';
import { listFrames } from '#components/panel/event-list/frames.ts';
import { i18n } from '#i18n';

/** The buttons of toolbar and list that have no key. What cannot be done now is not listed. */
export function toolCommands(stores: Stores): () => readonly MenuCommand[] {
  const { app } = stores;
  const { commands, tab } = app;
  return () => {
    const isReadOnly = readOnlyReason(tab.value) !== null;
    return [
      ...(isReadOnly ? [] : pageCommands(stores)),
      ...(tab.value.place === 'devtools'
        ? [{ id: 'window', label: i18n.t('toolbar.openWindow'), run: commands.openWindow }]
        : []),
      {
        id: 'latest',
        label: i18n.t('status.scrollToLatest'),
        run() {
          app.view.value = 'events';
          listInView(stores).get(autoScrollSection).jump();
        },
      },
    ];
  };
}

/** What needs a page. */
function pageCommands(stores: Stores): readonly MenuCommand[] {
  const { commands } = stores.app;
  return [
    ...watchCommands(stores),
    { id: 'log-in', label: i18n.t('toolbar.logIn'), run: commands.openPopup },
    ...fireCommands(stores),
    { id: 'reload', label: i18n.t('empty.reload'), run: commands.reload },
  ];
}

function watchCommands({ app: { commands, watching } }: Stores): readonly MenuCommand[] {
  const { state, host } = watching.value;
  if (state === 'unavailable') return [];
  if (state === 'watched')
    return [{ id: 'watch', label: i18n.t('popup.stopWatching', { host }), run: commands.stopWatching }];
  return [{ id: 'watch', label: i18n.t('toolbar.watch'), run: commands.watch }];
}

function fireCommands(stores: Stores): readonly MenuCommand[] {
  if (stores.get(liveListStore).get(listFrames).target.value === null) return [];
  return [
    {
      id: 'fire-samples',
      label: i18n.t('compose.fireSamples'),
      run() {
        void tryImport(() => import('#components/panel/compose/firing/fire-draft.ts')).then((code) =>
          code?.fireSamples(stores),
        );
      },
    },
  ];
}
