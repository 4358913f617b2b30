import type { KeyCommand } from '#components/panel/app/registries.ts';
import type { Stores } from '#components/panel/app/stores.ts';
import { i18n } from '#i18n';
import { setRecording } from './capture-list';

/** Turns recording on and off, with the key of the Network panel. */
export function recordCommand(stores: Stores): KeyCommand {
  return {
    id: 'record',
    keys: 'Ctrl E',
    label: () => i18n.t('keys.record'),
    run: () => setRecording(stores, !stores.app.recording.peek()),
  };
}
