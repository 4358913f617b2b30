import { computed } from '@preact/signals';
import { defineSetting } from '#components/panel/app/settings.ts';
import { defineStore } from '#components/panel/app/stores.ts';
import { createMuting, parseMutes } from '#core/report/mutes';

/** Which findings do not count, at which site. All panels share them, and the background reads them for the badge. */
export const mutesSetting = defineSetting('mutes', parseMutes);

/** What sets the muted findings of a record apart, as the mutes are now. */
export const mutingStore = defineStore((stores) => {
  const mutes = stores.get(mutesSetting);
  return computed(() => createMuting(mutes.value));
});
