import { CheckBox } from '#components/kit/forms/CheckBox.tsx';
import { defineSetting } from '#components/panel/app/settings.ts';
import { useStore } from '#components/panel/app/stores.ts';
import { i18n } from '#i18n';

/** Whether the timeline above the list is shown. */
export const timelineSetting = defineSetting('timeline', (stored) => stored !== false);

export function TimelineCheckbox() {
  const setting = useStore(timelineSetting);
  return (
    <CheckBox checked={setting.value} onChange={setting.set}>
      {i18n.t('settings.timeline')}
    </CheckBox>
  );
}
