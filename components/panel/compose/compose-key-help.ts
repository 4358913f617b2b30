import type { KeyGroup } from '#components/panel/app/registries.ts';
import { i18n } from '#i18n';

export const composeKeyHelp = (): KeyGroup => ({
  title: i18n.t('keys.inCompose'),
  keys: [
    ['Ctrl Enter', i18n.t('keys.fire')],
    ['Ctrl Z, Ctrl Y', i18n.t('keys.undo')],
    ['Esc', i18n.t('keys.leaveEditor')],
  ],
});
