import { CheckBox } from '#components/kit/forms/CheckBox.tsx';
import type { Setting } from './settings';
import { type StoreDefinition, useStore } from './stores';

interface HintedCheckBoxProps {
  readonly setting: StoreDefinition<Setting<boolean>>;
  readonly label: string;
  readonly hint: string;
}

/** A checkbox with a hint, for a setting of the settings dialog. */
export function HintedCheckBox({ setting, label, hint }: HintedCheckBoxProps) {
  const { value, set } = useStore(setting);
  return (
    <div class="setting">
      <CheckBox checked={value} onChange={set}>
        {label}
      </CheckBox>
      <small class="muted">{hint}</small>
    </div>
  );
}
