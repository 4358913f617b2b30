import type { Signal } from '@preact/signals';
import type { PanelSettings } from '#components/panel/app/panel-settings.ts';
import { i18n } from '#i18n';

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
    <label class={look} title={i18n.t('toolbar.preserveLogHint')}>
      <input
        type="checkbox"
        checked={settings.value.preserveLog}
        onChange={(event) => choose(event.currentTarget.checked)}
      />
      {i18n.t('toolbar.preserveLog')}
    </label>
  );
}
