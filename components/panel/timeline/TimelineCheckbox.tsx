import { defineSetting } from '#components/panel/app/settings.ts';
import { useStore } from '#components/panel/app/stores.ts';
import { i18n } from '#i18n';

/** Whether the timeline over the list is shown. */
export const timelineSetting = defineSetting('timeline', (stored) => stored !== false);

export function TimelineCheckbox() {
  const setting = useStore(timelineSetting);
  return (
    <label class="check">
      <input type="checkbox" checked={setting.value} onChange={(event) => setting.set(event.currentTarget.checked)} />
      {i18n.t('settings.timeline')}
    </label>
  );
}
