import { keepForOptions } from '#components/i18n/keep-for-labels.ts';
import type { MenuCommand } from '#components/panel/app/registries.ts';
import type { Stores } from '#components/panel/app/stores.ts';
import { i18n } from '#i18n';
import { keepForSetting } from './capture-settings';

/** Returns a command for each retention option. */
export function keepForCommands(stores: Stores): () => readonly MenuCommand[] {
  const keepFor = stores.get(keepForSetting);
  return () =>
    keepForOptions()
      .filter(([setting]) => setting !== keepFor.value)
      .map(([setting, label]) => ({
        id: `keep-${setting}`,
        label: `${i18n.t('settings.persist')}: ${label}`,
        group: i18n.t('settings.title'),
        run: () => keepFor.set(setting),
      }));
}
