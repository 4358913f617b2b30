import { Icon } from '../Icon';
import type { IconName } from '../icon-paths';

/** A value with its text. */
export type SelectOption<Value extends string> = readonly [value: Value, text: string];

interface SelectBoxProps<Value extends string> {
  readonly value: Value;
  readonly options: readonly SelectOption<Value>[];
  readonly onSelect: (value: Value) => void;
  readonly id?: string;
  /** Accessible name, if no label element surrounds the box. */
  readonly name?: string;
  readonly hint?: string;
  /** Rendered before the value. */
  readonly icon?: IconName;
}

/** A drop-down list with one selected value. */
export function SelectBox<Value extends string>(props: SelectBoxProps<Value>) {
  const { value, options, onSelect, id, name, hint, icon } = props;
  const select = (text: string) => {
    const selected = options.find(([optionValue]) => optionValue === text);
    if (selected) onSelect(selected[0]);
  };
  return (
    <span class="select" title={hint}>
      {icon && <Icon name={icon} size={13} />}
      <select id={id} aria-label={name} value={value} onChange={({ currentTarget }) => select(currentTarget.value)}>
        {options.map(([optionValue, text]) => (
          <option key={optionValue} value={optionValue}>
            {text}
          </option>
        ))}
      </select>
      <Icon name="down" size={13} />
    </span>
  );
}
