import { defineSetting } from '#components/panel/app/settings.ts';
import { parseMutes } from '#core/report/mutes';

/** Which findings do not count, at which site. All panels share them, and the background reads them for the badge. */
export const mutesSetting = defineSetting('mutes', parseMutes);
