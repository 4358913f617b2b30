import { CheckBox } from '#components/kit/forms/CheckBox.tsx';
import { useStore } from '#components/panel/app/stores.ts';
import { i18n } from '#i18n';
import { countsManualSetting } from './manual-counts';

/** Switches the counting of what was fired by hand, in the settings dialog. */
export function CountsManualCheckbox() {
  const setting = useStore(countsManualSetting);
  return (
    <CheckBox checked={setting.value} onChange={setting.set}>
      {i18n.t('settings.countsManual')}
    </CheckBox>
  );
}
