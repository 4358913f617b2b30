import type { KeyGroup } from '#components/panel/app/registries.ts';
import { i18n } from '#i18n';

export const scenarioKeyHelp = (): KeyGroup => ({
  title: i18n.t('keys.inScenarios'),
  keys: [
    ['Enter', i18n.t('keys.editStep')],
    ['Alt ↑ ↓', i18n.t('keys.moveStep')],
    ['Delete', i18n.t('keys.removeStep')],
    ['Ctrl Z', i18n.t('keys.undo')],
  ],
});
