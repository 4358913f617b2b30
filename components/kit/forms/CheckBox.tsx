import type { ComponentChildren } from 'preact';

interface CheckBoxProps {
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
  /** Classes of the label. */
  readonly className?: string;
  readonly hint?: string;
  readonly describedBy?: string;
  readonly disabled?: boolean;
  /** The label. */
  readonly children: ComponentChildren;
}

/** A checkbox with its label. */
export function CheckBox({
  checked,
  onChange,
  className = 'check',
  hint,
  describedBy,
  disabled,
  children,
}: CheckBoxProps) {
  return (
    <label class={className} title={hint}>
      <input
        type="checkbox"
        checked={checked}
        disabled={disabled}
        title={disabled ? hint : undefined}
        aria-describedby={describedBy}
        onChange={({ currentTarget }) => onChange(currentTarget.checked)}
      />
      {children}
    </label>
  );
}
