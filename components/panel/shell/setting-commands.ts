import { callStackSetting } from '#components/panel/app/call-stacks.ts';
import type { MenuCommand } from '#components/panel/app/registries.ts';
import type { Setting } from '#components/panel/app/settings.ts';
import type { Stores } from '#components/panel/app/stores.ts';
import { preserveLogSetting } from '#components/panel/captures/capture-settings.ts';
import { marksFiredSetting, sendsNowSetting } from '#components/panel/compose/compose-settings.ts';
import { detailsSetting } from '#components/panel/details/details-settings.ts';
import { userActionSetting } from '#components/panel/details/user-action/user-action-setting.ts';
import { columnSwitches } from '#components/panel/event-list/columns/column-switches.ts';
import { groupings, listSetting, withDefaultColumns } from '#components/panel/event-list/columns/list-settings.ts';
import { countsManualSetting } from '#components/panel/filter/manual/manual-counts.ts';
import { timelineSetting } from '#components/panel/timeline/TimelineCheckbox.tsx';
import { i18n } from '#i18n';
import { settingsDialogStore } from './settings-dialog-store';

/** The settings: the dialog, the options page, and each setting by itself. */
export function settingCommands(stores: Stores): () => readonly MenuCommand[] {
  const switches = () =>
    [
      ['preserve-log', stores.get(preserveLogSetting), i18n.t('toolbar.preserveLog')],
      ['timeline', stores.get(timelineSetting), i18n.t('settings.timeline')],
      ['counts-manual', stores.get(countsManualSetting), i18n.t('settings.countsManual')],
      ['call-stacks', stores.get(callStackSetting), i18n.t('callStack.record')],
      ['user-actions', stores.get(userActionSetting), i18n.t('userAction.record')],
      ['mark-manual', stores.get(marksFiredSetting), i18n.t('collector.markManual')],
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
    { id: 'options', label: i18n.t('commandMenu.options'), run: stores.app.actions.onOpenOptions },
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
