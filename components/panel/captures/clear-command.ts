import type { KeyCommand } from '#components/panel/app/registries.ts';
import type { Stores } from '#components/panel/app/stores.ts';
import { i18n } from '#i18n';
import { clearLiveList } from './capture-list';

export function clearCommand(stores: Stores): KeyCommand {
  return {
    id: 'clear',
    keys: 'Ctrl L',
    label: () => i18n.t('keys.clear'),
    run: () => clearLiveList(stores),
  };
}
