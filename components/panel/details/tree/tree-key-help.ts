import type { KeyGroup } from '#components/panel/app/registries.ts';
import { i18n } from '#i18n';

export const treeKeyHelp = (): KeyGroup => ({
  title: i18n.t('keys.inTree'),
  keys: [
    ['← →', i18n.t('keys.branches')],
    ['Home, End', i18n.t('keys.treeEnds')],
    ['Enter, Shift Enter', i18n.t('keys.matches')],
  ],
});
