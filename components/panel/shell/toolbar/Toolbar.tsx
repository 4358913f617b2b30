import type { Signal } from '@preact/signals';
import { ToolButton } from '#components/kit/Button.tsx';
import { lazy } from '#components/kit/lazy.tsx';
import { useApp, useStore, useStores } from '#components/panel/app/stores.ts';
import { clearLiveList, formatNotLive, sessionsStore, setRecording } from '#components/panel/captures/capture-list.ts';
import { PreserveLogCheckbox } from '#components/panel/captures/PreserveLog.tsx';
import { ExportTool } from '#components/panel/import-export/ExportTool.tsx';
import { ImportTool } from '#components/panel/import-export/ImportTool.tsx';
import { importingStore } from '#components/panel/import-export/importing.ts';
import { i18n } from '#i18n';
import { commandMenuStore } from '../command-menu/command-menu-command';
import { helpStore } from '../help-command';
import { EntityChip } from './EntityChip';
import { SettingsControl } from './SettingsControl';
import { ViewSwitch } from './ViewSwitch';
import { WatchControl } from './WatchControl';

const ShortcutsHelp = lazy(async () => (await import('./ShortcutsHelp')).ShortcutsHelp);

const CommandMenu = lazy(async () => (await import('../command-menu/CommandMenu')).CommandMenu);

/** The bar on top: record, clear, watch; which view; who acts; help. */
export function Toolbar() {
  const stores = useStores();
  const { clock, commands, entity, tab, view, watching, ...app } = useApp();
  const help = useStore(helpStore);
  const menu = useStore(commandMenuStore);
  const importing = useStore(importingStore);
  const session = useStore(sessionsStore).inView.value;
  const recording = app.recording.value;
  const unavailable = session && formatNotLive(session);
  return (
    <header class="bar toolbar">
      <h1 class="hidden">{i18n.t('manifest.shortName')}</h1>
      <ToolButton
        icon="record"
        name={i18n.t('toolbar.record')}
        title={i18n.t(recording ? 'toolbar.recording' : 'toolbar.notRecording')}
        pressed={recording}
        extra={recording ? 'record' : 'record off'}
        unavailable={unavailable}
        onClick={() => setRecording(stores, !recording)}
      />
      <ToolButton
        icon="clear"
        name={i18n.t('toolbar.clear')}
        title={i18n.t('toolbar.clearHint')}
        unavailable={unavailable}
        onClick={() => clearLiveList(stores)}
      />
      <span class="rule wide" />
      <PreserveLogCheckbox look="check" />
      <span class="rule" />
      <WatchControl watching={watching.value} tab={tab.value} commands={commands} />
      <ImportTool importing={importing} />
      <ExportTool />
      <span class="grow" />
      <ViewSwitch />
      <span class="grow" />
      <EntityChip entity={entity.value} now={clock.value} onOpen={commands.openPopup} />
      {tab.value.place === 'devtools' && (
        <ToolButton icon="window" name={i18n.t('toolbar.openWindow')} onClick={commands.openWindow} />
      )}
      <ToolButton
        icon="prompt"
        name={i18n.t('commandMenu.title')}
        title={i18n.t('commandMenu.hint')}
        onClick={() => show(menu, true)}
      />
      {menu.value && <CommandMenu onClose={() => show(menu, false)} />}
      <SettingsControl />
      <ToolButton
        icon="help"
        name={i18n.t('toolbar.shortcuts')}
        title={i18n.t('toolbar.shortcutsHint')}
        onClick={() => show(help, true)}
      />
      {help.value && <ShortcutsHelp onClose={() => show(help, false)} />}
    </header>
  );
}

function show(help: Signal<boolean>, isShown: boolean) {
  help.value = isShown;
}
