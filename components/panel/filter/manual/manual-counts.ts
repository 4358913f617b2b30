import { defineSetting } from '#components/panel/app/settings.ts';

/** Whether chips and badge count what was fired by hand as the page's own events. The background reads it, too. */
export const countsManualSetting = defineSetting('countsManual', (stored) => stored === true);
