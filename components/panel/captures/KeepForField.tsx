import { keepForOptions } from '#components/i18n/keep-for-labels.ts';
import { SelectBox } from '#components/kit/forms/SelectBox.tsx';
import { useStore } from '#components/panel/app/stores.ts';
import { i18n } from '#i18n';
import { keepForSetting } from './capture-settings';

/** How long the events of a closed panel are stored. */
export function KeepForField() {
  const setting = useStore(keepForSetting);
  return (
    <label class="setting">
      {i18n.t('settings.persist')}
      <SelectBox value={setting.value} options={keepForOptions()} onSelect={setting.set} />
      <small class="muted">{i18n.t('settings.persistHint')}</small>
    </label>
  );
}
