import type { KeyGroup } from '#components/panel/app/registries.ts';
import { i18n } from '#i18n';

export const listKeyHelp = (): KeyGroup => ({
  title: i18n.t('keys.inList'),
  keys: [
    ['↑ ↓', i18n.t('keys.beforeAfter')],
    ['Page Up, Page Down', i18n.t('keys.page')],
    ['Home, End', i18n.t('keys.ends')],
    ['Enter', i18n.t('keys.open')],
    ['Shift ↑ ↓', i18n.t('keys.extend')],
    ['Space', i18n.t('keys.toggle')],
    ['Ctrl A', i18n.t('keys.selectAll')],
    ['Ctrl C', i18n.t('keys.copy')],
    ['Shift F10', i18n.t('keys.menu')],
    ['← →', i18n.t('keys.groups')],
    ['Esc', i18n.t('keys.close')],
  ],
});

export const headerKeyHelp = (): KeyGroup => ({
  title: i18n.t('keys.inHeader'),
  keys: [
    ['← →', i18n.t('keys.heads')],
    ['Enter', i18n.t('keys.sort')],
    ['↓', i18n.t('keys.columns')],
  ],
});
