import type { KeyGroup } from '#components/panel/app/registries.ts';
import { i18n } from '#i18n';

export const timelineKeyHelp = (): KeyGroup => ({
  title: i18n.t('keys.inTimeline'),
  keys: [
    ['← →', i18n.t('keys.moveTimes')],
    ['Shift ← →', i18n.t('keys.moreTimes')],
    ['Home, End', i18n.t('keys.timeEnds')],
    ['Esc', i18n.t('keys.allTimes')],
  ],
});
