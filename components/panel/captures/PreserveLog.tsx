import { CheckBox } from '#components/kit/forms/CheckBox.tsx';
import { useStore } from '#components/panel/app/stores.ts';
import { i18n } from '#i18n';
import { preserveLogSetting } from './capture-settings';

/** Whether the list goes on over page loads, for the settings. */
export function PreserveLog() {
  return <PreserveLogCheckbox look="check" />;
}

/** The same for any place, as DevTools' own Network panel asks. */
export function PreserveLogCheckbox({ look }: { readonly look: string }) {
  const setting = useStore(preserveLogSetting);
  return (
    <CheckBox look={look} hint={i18n.t('toolbar.preserveLogHint')} checked={setting.value} onChange={setting.set}>
      <span class="word">{i18n.t('toolbar.preserveLog')}</span>
    </CheckBox>
  );
}
