import { i18n } from '#i18n';
import { CALL_STACKS, parseHookSetting } from '#panel/capture/hook-settings';
import { defineSetting } from './settings';
import type { Stores } from './stores';

/** Whether the pages' call stacks are recorded. If so, the background injects another hook. */
export const callStackSetting = defineSetting(CALL_STACKS, parseHookSetting);

/** Turns on the recording of call stacks, and shows when it starts. Does nothing if it is on. */
export function recordCallStacks(stores: Stores): void {
  const setting = stores.get(callStackSetting);
  if (setting.peek()) return;
  setting.set(true);
  const { toasts, commands } = stores.app;
  const action = { label: () => i18n.t('empty.reload'), onSelect: commands.reload };
  toasts.show({ tone: 'info', text: () => i18n.t('callStack.fromNextLoad'), action });
}
