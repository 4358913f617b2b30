import type { Signal } from '@preact/signals';
import { Tool } from '../../ui/Button';
import type { PanelPart } from '../Panel';
import { EntityChip } from './EntityChip';
import { KeysHelp } from './KeysHelp';
import { PreserveLog } from './PreserveLog';
import { SettingsControl } from './SettingsControl';
import { ViewSwitch } from './ViewSwitch';
import { WatchControl } from './WatchControl';

/** The bar on top: record, clear, watch; which view; who acts; help. */
export function Toolbar({ model, commands, help }: PanelPart & { readonly help: Signal<boolean> }) {
  const recording = model.recording.value;
  return (
    <header class="bar toolbar">
      <h1 class="hidden">Telemetry V3</h1>
      <Tool
        icon="record"
        name="Record"
        title={recording ? 'Recording. Click to stop' : 'Not recording. Click to record'}
        pressed={recording}
        extra={recording ? 'record live' : 'record off'}
        onClick={() => commands.record(!recording)}
      />
      <Tool icon="clear" name="Clear" title="Clear (Ctrl+L)" onClick={commands.clear} />
      <span class="rule wide" />
      <PreserveLog settings={model.settings} look="check wide" />
      <span class="rule" />
      <WatchControl watching={model.watching.value} commands={commands} />
      <span class="grow" />
      <ViewSwitch view={model.view} />
      <span class="grow" />
      <EntityChip entity={model.entity.value} now={model.clock.value} />
      <SettingsControl settings={model.settings} />
      <Tool icon="help" name="Keys" title="Keys (?)" onClick={() => showHelp(help)} />
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
