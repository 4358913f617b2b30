import { defineSetting } from '#components/panel/app/settings.ts';
import { parseMutes } from '#core/report/mutes';

/** Muted findings by site, shared by all panels. The background reads them for the badge. */
export const mutesSetting = defineSetting('mutes', parseMutes);
