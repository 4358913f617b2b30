import { CheckBox } from '#components/kit/forms/CheckBox.tsx';
import { useApp, useStore } from '#components/panel/app/stores.ts';
import { readOnlyReason } from '#components/panel/app/tab-state.ts';
import { i18n } from '#i18n';
import { preserveLogSetting } from './capture-settings';

/** A checkbox for {@link preserveLogSetting}, with the label of DevTools' own Network panel. */
export function PreserveLog() {
  const setting = useStore(preserveLogSetting);
  const readOnly = readOnlyReason(useApp().tab.value);
  return (
    <CheckBox
      className="check"
      hint={readOnly ?? i18n.t('toolbar.preserveLogHint')}
      disabled={readOnly !== null}
      checked={setting.value}
      onChange={setting.set}
    >
      <span class="word">{i18n.t('toolbar.preserveLog')}</span>
    </CheckBox>
  );
}
