import { CheckBox } from '#components/kit/forms/CheckBox.tsx';
import { callStackSetting } from '#components/panel/app/call-stacks.ts';
import { useStore } from '#components/panel/app/stores.ts';
import { i18n } from '#i18n';

/** Switches the recording of call stacks, in the settings dialog. */
export function CallStacksCheckbox() {
  const setting = useStore(callStackSetting);
  return (
    <div class="setting">
      <CheckBox checked={setting.value} onChange={setting.set}>
        {i18n.t('callStack.record')}
      </CheckBox>
      <small class="muted">{i18n.t('callStack.recordHint')}</small>
    </div>
  );
}
