import type { ComponentChildren, Ref } from 'preact';
import { useId } from 'preact/hooks';
import { Icon } from '../Icon';

interface TextFieldProps {
  readonly label: string;
  readonly value: string;
  readonly onInput: (value: string) => void;
  readonly labelPosition?: 'above' | 'beside' | 'hidden';
  /** A field of several lines. */
  readonly rows?: number | undefined;
  readonly isCode?: boolean;
  readonly type?: 'text' | 'password';
  readonly placeholder?: string;
  readonly error?: string | undefined;
  /** Whether screen readers announce an error that changes while the user types. */
  readonly announcesError?: boolean;
  /** Marks the field as invalid; the reason is shown elsewhere. */
  readonly isInvalid?: boolean;
  /** Makes the field read-only. It stays focusable. */
  readonly readOnly?: boolean;
  readonly autocomplete?: 'off' | 'new-password';
  readonly inputRef?: Ref<HTMLInputElement>;
  /** Rendered in the box after the input. */
  readonly children?: ComponentChildren;
}

const labelClasses = { above: undefined, beside: 'mono', hidden: 'visually-hidden' } as const;

/** A field with a label. Its error is shown below it and is its accessible description. */
export function TextField(props: TextFieldProps) {
  const { label, value, onInput, labelPosition = 'above', rows, error } = props;
  const id = useId();
  const isInvalid = props.isInvalid === true || error !== undefined;
  const common = {
    id,
    value,
    class: props.isCode ? 'mono' : undefined,
    readOnly: props.readOnly ?? false,
    placeholder: props.placeholder ?? '',
    autocomplete: props.autocomplete ?? 'off',
    autocapitalize: 'off',
    spellcheck: false,
    'aria-invalid': isInvalid,
    'aria-describedby': error === undefined ? undefined : `${id}-error`,
  } as const;
  return (
    <div class={labelPosition === 'beside' ? 'text-field beside' : 'text-field'}>
      <label for={id} class={labelClasses[labelPosition]}>
        <span>{label}</span>
      </label>
      {rows === undefined ? (
        <div class={isInvalid ? 'field-box wrong' : 'field-box'}>
          <input
            {...common}
            {...(props.type === 'password' ? ({ type: 'password' } as const) : ({ type: 'text' } as const))}
            ref={props.inputRef ?? null}
            onInput={({ currentTarget }) => onInput(currentTarget.value)}
          />
          {props.children}
        </div>
      ) : (
        <textarea {...common} rows={rows} onInput={({ currentTarget }) => onInput(currentTarget.value)} />
      )}
      {error !== undefined && (
        <p class="field-error" id={`${id}-error`} role={props.announcesError ? 'alert' : undefined}>
          <Icon name="invalid" size={13} tone="error" />
          <span>{error}</span>
        </p>
      )}
    </div>
  );
}
