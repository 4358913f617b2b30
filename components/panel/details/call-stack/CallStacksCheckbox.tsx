import { useStore } from '#components/panel/app/stores.ts';
import { i18n } from '#i18n';
import { callStackSetting } from './call-stack-setting';

/** Switches the recording of call stacks, in the settings dialog. */
export function CallStacksCheckbox() {
  const setting = useStore(callStackSetting);
  return (
    <div class="setting">
      <label class="check">
        <input type="checkbox" checked={setting.value} onChange={(event) => setting.set(event.currentTarget.checked)} />
        {i18n.t('callStack.record')}
      </label>
      <small class="muted">{i18n.t('callStack.recordHint')}</small>
    </div>
  );
}
