import type { Signal } from '@preact/signals';
import type { PanelSettings } from '../../../lib/panel/panel-settings';

interface PreserveLogProps {
  readonly settings: Signal<PanelSettings>;
  readonly look?: string;
}

/** Whether the list goes on over page loads, as DevTools' own Network panel asks. */
export function PreserveLog({ settings, look = 'check' }: PreserveLogProps) {
  const choose = (preserveLog: boolean) => {
    settings.value = { ...settings.value, preserveLog };
  };
  return (
    <label class={look} title="Keep the events of earlier pages in the list">
      <input
        type="checkbox"
        checked={settings.value.preserveLog}
        onChange={(event) => choose(event.currentTarget.checked)}
      />
      Preserve log
    </label>
  );
}
