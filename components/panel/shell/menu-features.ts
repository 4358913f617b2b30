import { tryImport } from '#components/kit/lazy-import.ts';
import { callStackSetting } from '#components/panel/app/call-stacks.ts';
import { type MenuCommand, menuCommands } from '#components/panel/app/registries.ts';
import type { Setting } from '#components/panel/app/settings.ts';
import { defineStore, type Stores } from '#components/panel/app/stores.ts';
import { notFiringReason, readOnlyReason } from '#components/panel/app/tab-state.ts';
import { listInView } from '#components/panel/captures/capture-list.ts';
import { preserveLogSetting } from '#components/panel/captures/capture-settings.ts';
import { keepForCommands } from '#components/panel/captures/keep-for-commands.ts';
import { addsManualCdataSetting, sendsNowSetting } from '#components/panel/compose/compose-settings.ts';
import { detailsSetting } from '#components/panel/details/details-settings.ts';
import { userActionSetting } from '#components/panel/details/user-action/UserActionsCheckbox.tsx';
import { autoScrollSection } from '#components/panel/event-list/auto-scroll.ts';
import { columnSwitches } from '#components/panel/event-list/columns/column-switches.ts';
import { groupings, listSetting, withDefaultColumns } from '#components/panel/event-list/columns/list-settings.ts';
import { liveListStore } from '#components/panel/event-list/event-list.ts';
import { listFrames } from '#components/panel/event-list/frames.ts';
import { countsManualSetting } from '#components/panel/filter/manual/CountsManualCheckbox.tsx';
import { exportCommands } from '#components/panel/import-export/export-commands.ts';
import { timelineSetting } from '#components/panel/timeline/TimelineCheckbox.tsx';
import { i18n } from '#i18n';
import { viewButtonCommands } from './command-menu/view-button-commands';
import { helpCommands } from './help-commands';
import { settingsDialogStore } from './settings-dialog-store';

/**
 * Registers what features add to the command menu.
 * Not part of the panel's first load.
 */
export const menuFeatures = defineStore((stores) => {
  stores
    .get(menuCommands)
    .add(
      toolCommands(stores),
      exportCommands(stores),
      settingCommands(stores),
      keepForCommands(stores),
      helpCommands(stores),
      viewButtonCommands(stores),
    );
});

/** Returns commands for the settings dialog, the options page, and each setting. */
function settingCommands(stores: Stores): () => readonly MenuCommand[] {
  const switches = () =>
    [
      ['preserve-log', stores.get(preserveLogSetting), i18n.t('toolbar.preserveLog')],
      ['timeline', stores.get(timelineSetting), i18n.t('settings.timeline')],
      ['counts-manual', stores.get(countsManualSetting), i18n.t('settings.countsManual')],
      ['call-stacks', stores.get(callStackSetting), i18n.t('callStack.record')],
      ['user-actions', stores.get(userActionSetting), i18n.t('userAction.record')],
      ['mark-manual', stores.get(addsManualCdataSetting), i18n.t('collector.markManual')],
      ['send-now', stores.get(sendsNowSetting), i18n.t('collector.sendNow')],
    ] as const;
  return () => [
    {
      id: 'settings',
      label: i18n.t('settings.title'),
      run() {
        stores.get(settingsDialogStore).value = true;
      },
    },
    // The options are a page of the extension. Panels outside the extension lack the page.
    ...(['collector', 'files'].includes(stores.app.tab.value.hostType)
      ? []
      : [{ id: 'options', label: i18n.t('commandMenu.options'), run: stores.app.actions.onOpenOptions }]),
    ...switches().map(([id, setting, label]) => switchCommand(id, setting, label)),
    ...sideCommands(stores),
    ...groupCommands(stores),
    ...columnCommands(stores),
  ];
}

function switchCommand(id: string, setting: Setting<boolean>, label: string): MenuCommand {
  const isOn = setting.value;
  return {
    id: `setting-${id}`,
    label,
    group: i18n.t(isOn ? 'commandMenu.turnOff' : 'commandMenu.turnOn'),
    run: () => setting.set(!isOn),
  };
}

function sideCommands(stores: Stores): readonly MenuCommand[] {
  const setting = stores.get(detailsSetting);
  const sides = [
    ['right', i18n.t('detail.dockRight')],
    ['below', i18n.t('detail.dockBottom')],
  ] as const;
  return sides
    .filter(([side]) => side !== setting.value.side)
    .map(([side, label]) => ({
      id: `details-${side}`,
      label,
      run: () => setting.set({ ...setting.peek(), side }),
    }));
}

function groupCommands(stores: Stores): readonly MenuCommand[] {
  const setting = stores.get(listSetting);
  const labels = { none: i18n.t('list.notGrouped'), page: i18n.t('list.byPage'), session: i18n.t('list.bySession') };
  return groupings
    .filter((groupBy) => groupBy !== setting.value.groupBy)
    .map((groupBy) => ({
      id: `group-${groupBy}`,
      label: labels[groupBy],
      group: i18n.t('toolbar.events'),
      run: () => setting.set({ ...setting.peek(), groupBy }),
    }));
}

function columnCommands(stores: Stores): readonly MenuCommand[] {
  const setting = stores.get(listSetting);
  const group = i18n.t('list.columns');
  const switches = columnSwitches(stores).map(({ id, name, isShown, toggle }) => ({
    id: `column-${id}`,
    label: isShown ? i18n.t('list.hideColumn', { name }) : i18n.t('list.showColumn', { name }),
    group,
    run: toggle,
  }));
  const order =
    setting.value.sort === null
      ? []
      : [
          {
            id: 'order-received',
            label: i18n.t('list.orderReceived'),
            group,
            run: () => setting.set({ ...setting.peek(), sort: null }),
          },
        ];
  const reset = {
    id: 'reset-columns',
    label: i18n.t('list.resetColumns'),
    group,
    run: () => setting.set(withDefaultColumns(setting.peek())),
  };
  return [...switches, ...order, reset];
}

/** Returns commands for buttons of toolbar and list without a key. Unavailable commands are omitted. */
function toolCommands(stores: Stores): () => readonly MenuCommand[] {
  const { app } = stores;
  const { commands, tab } = app;
  return () => {
    const isReadOnly = readOnlyReason(tab.value) !== null;
    return [
      ...(isReadOnly ? [] : pageCommands(stores)),
      ...(notFiringReason(tab.value) === null ? fireCommands(stores) : []),
      ...(tab.value.hostType === 'devtools'
        ? [{ id: 'window', label: i18n.t('toolbar.openWindow'), run: commands.openWindow }]
        : []),
      {
        id: 'latest',
        label: i18n.t('status.scrollToLatest'),
        run() {
          app.view.value = 'events';
          listInView(stores).get(autoScrollSection).scrollToEnd();
        },
      },
    ];
  };
}

/** Returns the commands that need a page. */
function pageCommands(stores: Stores): readonly MenuCommand[] {
  const { commands } = stores.app;
  return [
    ...watchCommands(stores),
    { id: 'log-in', label: i18n.t('toolbar.logIn'), run: commands.openPopup },
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
