import { CheckBox } from '#components/kit/forms/CheckBox.tsx';
import { useStore } from '#components/panel/app/stores.ts';
import { i18n } from '#i18n';
import { userActionSetting } from './user-action-setting';

/** Switches the recording of the user's actions, in the settings dialog. */
export function UserActionsCheckbox() {
  const setting = useStore(userActionSetting);
  return (
    <div class="setting">
      <CheckBox checked={setting.value} onChange={setting.set}>
        {i18n.t('userAction.record')}
      </CheckBox>
      <small class="muted">{i18n.t('userAction.recordHint')}</small>
    </div>
  );
}
