import { CheckBox } from '#components/kit/forms/CheckBox.tsx';
import { defineSetting } from '#components/panel/app/settings.ts';
import { useStore } from '#components/panel/app/stores.ts';
import { i18n } from '#i18n';

/** Switches the counting of what was fired by hand, in the settings dialog. */
export function CountsManualCheckbox() {
  const setting = useStore(countsManualSetting);
  return (
    <CheckBox checked={setting.value} onChange={setting.set}>
      {i18n.t('settings.countsManual')}
    </CheckBox>
  );
}

/** Whether chips and badge count what was fired by hand as the page's own events. The background reads it, too. */
export const countsManualSetting = defineSetting('countsManual', (stored) => stored === true);
