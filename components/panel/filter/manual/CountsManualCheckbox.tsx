import { CheckBox } from '#components/kit/forms/CheckBox.tsx';
import { defineSetting } from '#components/panel/app/settings.ts';
import { useStore } from '#components/panel/app/stores.ts';
import { i18n } from '#i18n';

export function CountsManualCheckbox() {
  const setting = useStore(countsManualSetting);
  return (
    <CheckBox checked={setting.value} onChange={setting.set}>
      {i18n.t('settings.countsManual')}
    </CheckBox>
  );
}

/** Whether chips and badge count manually fired events as the page's own. The background reads it, too. */
export const countsManualSetting = defineSetting('countsManual', (stored) => stored === true);
