import type { KeyCommand } from '#components/panel/app/registries.ts';
import type { Stores } from '#components/panel/app/stores.ts';
import { listInView } from '#components/panel/captures/capture-list.ts';
import { i18n } from '#i18n';

/**
 * Takes the last hiding or clearing of the list in view back.
 * In a text field the key is the field's own.
 */
export function undoCommand(stores: Stores): KeyCommand {
  return {
    id: 'undo',
    keys: 'Ctrl Z',
    label: () => i18n.t('keys.undoList'),
    view: 'events',
    isOfField: true,
    run() {
      listInView(stores).undo.undo();
    },
  };
}
