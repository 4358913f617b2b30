import { defineSetting } from '#components/panel/app/settings.ts';
import { parseHookChoice, USER_ACTIONS } from '#panel/capture/hook-choices';

/** Whether the user's actions before calls are recorded. The background gives pages another hook then. */
export const userActionSetting = defineSetting(USER_ACTIONS, parseHookChoice);
