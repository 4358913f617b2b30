import { HintedCheckBox } from '#components/panel/app/HintedCheckBox.tsx';
import { defineSetting } from '#components/panel/app/settings.ts';
import { i18n } from '#i18n';
import { parseHookSetting, USER_ACTIONS } from '#panel/capture/hook-settings';

/** Switches the recording of the user's actions, in the settings dialog. */
export function UserActionsCheckbox() {
  return (
    <HintedCheckBox
      setting={userActionSetting}
      label={i18n.t('userAction.record')}
      hint={i18n.t('userAction.recordHint')}
    />
  );
}

/** Whether the user's actions before calls are recorded. If so, the background injects another hook. */
export const userActionSetting = defineSetting(USER_ACTIONS, parseHookSetting);
