import type { Signal } from '@preact/signals';
import { Tool } from '#components/kit/Button.tsx';
import { lazy } from '#components/kit/lazy.tsx';
import { ExportTool } from '#components/panel/import-export/ExportTool.tsx';
import { ImportTool } from '#components/panel/import-export/ImportTool.tsx';
import { i18n } from '#i18n';
import { notLiveText } from '../create-commands';
import type { PanelPart } from '../panel-part';
import { EntityChip } from './EntityChip';
import { PreserveLog } from './PreserveLog';
import { SettingsControl } from './SettingsControl';
import { ViewSwitch } from './ViewSwitch';
import { WatchControl } from './WatchControl';

const KeysHelp = lazy(async () => (await import('./ShortcutsHelp')).KeysHelp);

/** The bar on top: record, clear, watch; which view; who acts; help. */
export function Toolbar({ model, commands, help }: PanelPart & { readonly help: Signal<boolean> }) {
  const recording = model.recording.value;
  const unavailable = model.source.from === 'page' ? null : notLiveText(model.source);
  return (
    <header class="bar toolbar">
      <h1 class="hidden">{i18n.t('manifest.shortName')}</h1>
      <Tool
        icon="record"
        name={i18n.t('toolbar.record')}
        title={i18n.t(recording ? 'toolbar.recording' : 'toolbar.notRecording')}
        pressed={recording}
        extra={recording ? 'record' : 'record off'}
        unavailable={unavailable}
        onClick={() => commands.record(!recording)}
      />
      <Tool
        icon="clear"
        name={i18n.t('toolbar.clear')}
        title={i18n.t('toolbar.clearHint')}
        unavailable={unavailable}
        onClick={commands.clear}
      />
      <span class="rule wide" />
      <PreserveLog settings={model.settings} look="check wide" />
      <span class="rule" />
      <WatchControl watching={model.watching.value} tab={model.tab.value} commands={commands} />
      {model.view.value === 'events' && (
        <>
          <ImportTool importing={model.importing} />
          <ExportTool model={model} commands={commands} />
        </>
      )}
      <span class="grow" />
      <ViewSwitch view={model.view} />
      <span class="grow" />
      <EntityChip entity={model.entity.value} now={model.clock.value} />
      {model.tab.value.place === 'devtools' && (
        <Tool icon="window" name={i18n.t('toolbar.openWindow')} onClick={commands.openWindow} />
      )}
      <SettingsControl settings={model.settings} earlier={model.earlier} />
      <Tool icon="help" name={i18n.t('keys.title')} title={i18n.t('keys.hint')} onClick={() => showHelp(help)} />
      {help.value && <KeysHelp onClose={() => hideHelp(help)} />}
    </header>
  );
}

function showHelp(help: Signal<boolean>) {
  help.value = true;
}

function hideHelp(help: Signal<boolean>) {
  help.value = false;
}
