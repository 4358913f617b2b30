import { isWithCtrl, type KeyCommand } from '#components/panel/app/registries.ts';
import type { Stores } from '#components/panel/app/stores.ts';
import { i18n } from '#i18n';
import { clearLiveList } from './capture-list';

export function clearCommand(stores: Stores): KeyCommand {
  return {
    help: () => ['Ctrl L', i18n.t('keys.clear')],
    isPressed: (event) => isWithCtrl(event, 'l'),
    run: () => clearLiveList(stores),
  };
}
