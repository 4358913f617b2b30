import { defineSetting } from '#components/panel/app/settings.ts';
import { parseKeepFor } from '#panel/persistence/retention';

/** Whether the list survives page loads. */
export const preserveLogSetting = defineSetting('preserveLog', (stored) => stored !== false);

/** How long the events of a closed panel are stored. */
export const keepForSetting = defineSetting('keepFor', parseKeepFor);
