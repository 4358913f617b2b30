import { isWithCtrl, type KeyCommand } from '#components/panel/app/registries.ts';
import type { Stores } from '#components/panel/app/stores.ts';
import { i18n } from '#i18n';
import { setRecording } from './capture-list';

/** Turns recording on and off, with the key of the Network panel. */
export function recordCommand(stores: Stores): KeyCommand {
  return {
    help: () => ['Ctrl E', i18n.t('keys.record')],
    isPressed: (event) => isWithCtrl(event, 'e'),
    run: () => setRecording(stores, !stores.app.recording.peek()),
  };
}
