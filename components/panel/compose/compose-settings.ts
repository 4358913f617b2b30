import { defineSetting } from '#components/panel/app/settings.ts';
import * as z from '#core/util/zod';

/** Whether manually fired events are marked as such in `context.cdata`. */
export const addsManualCdataSetting = defineSetting('addsManualCdata', (stored) => stored !== false);

/** Whether the SDK's batch is sent at once after an event is fired through the SDK. */
export const sendsNowSetting = defineSetting('sendsNow', (stored) => stored === true);

const sitesSchema = z.array(z.string());

/** Sites other than localhost at which the user confirmed that events may be fired. */
export const confirmedSitesSetting = defineSetting(
  'realSites',
  (stored): readonly string[] => sitesSchema.safeParse(stored).data ?? [],
);
