import { Icon } from './Icon';
import type { IconName } from './icon-paths';
import { useRovingTabs } from './use-roving';

interface SegmentsProps<Value extends string> {
  /** Name of the whole switch. */
  readonly name: string;
  readonly options: readonly { readonly value: Value; readonly label: string; readonly icon: IconName }[];
  readonly value: Value;
  readonly onSelect: (value: Value) => void;
}

/** A segmented control: a tab list with a roving `tabindex`, so that Tab reaches only the selected segment. */
export function Segments<Value extends string>({ name, options, value, onSelect }: SegmentsProps<Value>) {
  const onKeyDown = useRovingTabs(
    options.map((option) => option.value),
    value,
    onSelect,
  );
  return (
    <div class="segments" role="tablist" aria-label={name} onKeyDown={onKeyDown}>
      {options.map((option) => (
        <button
          type="button"
          role="tab"
          key={option.value}
          aria-selected={option.value === value}
          tabIndex={option.value === value ? 0 : -1}
          title={option.label}
          onClick={() => onSelect(option.value)}
        >
          <Icon name={option.icon} size={13} />
          <span class="word">{option.label}</span>
        </button>
      ))}
    </div>
  );
}
