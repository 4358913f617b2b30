import { useStore } from '#components/panel/app/stores.ts';
import { preserveLogSetting } from '#components/panel/captures/capture-settings.ts';
import { i18n } from '#i18n';

interface PreserveLogProps {
  readonly look?: string;
}

/** Whether the list goes on over page loads, as DevTools' own Network panel asks. */
export function PreserveLog({ look = 'check' }: PreserveLogProps) {
  const setting = useStore(preserveLogSetting);
  return (
    <label class={look} title={i18n.t('toolbar.preserveLogHint')}>
      <input type="checkbox" checked={setting.value} onChange={(event) => setting.set(event.currentTarget.checked)} />
      {i18n.t('toolbar.preserveLog')}
    </label>
  );
}
