import { defineSetting } from '#components/panel/app/settings.ts';
import { parseKeepFor } from '#panel/persistence/retention';

/** Whether the list goes on over page loads. */
export const preserveLogSetting = defineSetting('preserveLog', (stored) => stored !== false);

/** How long the events of a closed panel are kept. */
export const keepForSetting = defineSetting('keepFor', parseKeepFor);
