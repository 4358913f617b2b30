import { callStackSetting } from '#components/panel/app/call-stacks.ts';
import { HintedCheckBox } from '#components/panel/app/HintedCheckBox.tsx';
import { i18n } from '#i18n';

/** Switches the recording of call stacks, in the settings dialog. */
export function CallStacksCheckbox() {
  return (
    <HintedCheckBox
      setting={callStackSetting}
      label={i18n.t('callStack.record')}
      hint={i18n.t('callStack.recordHint')}
    />
  );
}
