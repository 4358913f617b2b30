import { keepForLabels } from '#components/i18n/keep-for-labels.ts';
import { Icon } from '#components/kit/Icon.tsx';
import { useStore } from '#components/panel/app/stores.ts';
import type { KeepFor } from '#extension/panel/persistence/retention';
import { i18n } from '#i18n';
import { keepForSetting } from './capture-settings';

/** How long the events of a closed panel are stored. */
export function KeepForChoice() {
  const setting = useStore(keepForSetting);
  const choose = (name: string) => {
    const keepFor = (Object.keys(keepForLabels) as readonly KeepFor[]).find((known) => known === name);
    if (keepFor) setting.set(keepFor);
  };
  return (
    <label class="setting">
      {i18n.t('settings.persist')}
      <span class="select">
        <select value={setting.value} onChange={(event) => choose(event.currentTarget.value)}>
          {Object.entries(keepForLabels).map(([keepFor, label]) => (
            <option key={keepFor} value={keepFor}>
              {i18n.t(label)}
            </option>
          ))}
        </select>
        <Icon name="down" size={13} />
      </span>
      <small class="muted">{i18n.t('settings.persistHint')}</small>
    </label>
  );
}
