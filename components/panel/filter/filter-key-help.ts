import type { KeyGroup } from '#components/panel/app/registries.ts';
import { i18n } from '#i18n';

export const filterKeyHelp = (): KeyGroup => ({
  title: i18n.t('keys.inFilter'),
  keys: [
    ['↑ ↓', i18n.t('keys.choices')],
    ['Enter, Tab', i18n.t('keys.take')],
    ['Backspace', i18n.t('keys.lastTerm')],
    ['Esc', i18n.t('keys.emptyFilter')],
  ],
});
