import { type Signal, useSignal } from '@preact/signals';
import type { KeepFor } from '../../../lib/history/keep-for';
import type { PanelSettings } from '../../../lib/panel/panel-settings';
import { Tool } from '../../ui/Button';
import { Dialog } from '../../ui/Dialog';
import { Icon } from '../../ui/Icon';
import { PreserveLog } from './PreserveLog';

const keepForWords: Readonly<Record<KeepFor, string>> = {
  browser: 'until the browser closes',
  day: 'for 1 day at most',
  week: 'for 7 days at most',
  none: 'not at all',
};

interface SettingsProps {
  readonly settings: Signal<PanelSettings>;
}

/** The way to the panel's settings. */
export function SettingsControl({ settings }: SettingsProps) {
  const open = useSignal(false);
  const show = (shown: boolean) => {
    open.value = shown;
  };
  return (
    <>
      <Tool icon="gear" name="Settings" onClick={() => show(true)} />
      {open.value && (
        <Dialog title="Settings" safe="Close" onSafe={() => show(false)}>
          <PreserveLog settings={settings} />
          <KeepForChoice settings={settings} />
        </Dialog>
      )}
    </>
  );
}

function KeepForChoice({ settings }: SettingsProps) {
  const choose = (name: string) => {
    const keepFor = (Object.keys(keepForWords) as readonly KeepFor[]).find((known) => known === name);
    if (keepFor) settings.value = { ...settings.value, keepFor };
  };
  return (
    <label class="setting">
      Keep events of a closed panel
      <span class="select">
        <select value={settings.value.keepFor} onChange={(event) => choose(event.currentTarget.value)}>
          {Object.entries(keepForWords).map(([keepFor, words]) => (
            <option key={keepFor} value={keepFor}>
              {words}
            </option>
          ))}
        </select>
        <Icon name="down" size={13} />
      </span>
      <small class="muted">
        On this machine, for the same tab, never after the browser closes. Clearing the list deletes them.
      </small>
    </label>
  );
}
