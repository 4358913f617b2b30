import { defineSetting } from '#components/panel/app/settings.ts';
import { parseUserActions, USER_ACTIONS } from '#extension/panel/capture/user-action-choice';

/** Whether the user's actions before calls are recorded. The background gives pages another hook then. */
export const userActionSetting = defineSetting(USER_ACTIONS, parseUserActions);
