import { HintedCheckBox } from '#components/panel/app/HintedCheckBox.tsx';
import { i18n } from '#i18n';
import { userActionSetting } from './user-action-setting';

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
