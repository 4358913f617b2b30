import { defineSetting } from '#components/panel/app/settings.ts';
import * as z from '#core/util/zod';

/** Whether an event that is fired manually says so, in `context.cdata`. */
export const marksFiredSetting = defineSetting('marksFired', (stored) => stored !== false);

/** Whether the SDK's batch is sent at once after an event is fired through it. */
export const sendsNowSetting = defineSetting('sendsNow', (stored) => stored === true);

const sitesSchema = z.array(z.string());

/** Sites beyond this machine at which the user agreed that events may be fired. */
export const confirmedSitesSetting = defineSetting(
  'realSites',
  (stored): readonly string[] => sitesSchema.safeParse(stored).data ?? [],
);
