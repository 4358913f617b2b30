import type { ComponentChildren, Ref } from 'preact';
import { useId } from 'preact/hooks';
import { Icon } from '#components/kit/Icon.tsx';

interface TextFieldProps {
  readonly label: string;
  readonly value: string;
  readonly onInput: (value: string) => void;
  readonly type?: 'text' | 'password';
  readonly placeholder?: string;
  readonly problem?: string | undefined;
  /** Wrong, for a reason that is said elsewhere. */
  readonly wrong?: boolean;
  /** Shows what was typed, but takes nothing more; keeps the focus. */
  readonly fixed?: boolean;
  readonly autocomplete?: 'off' | 'new-password';
  readonly inputRef?: Ref<HTMLInputElement>;
  /** Stands in the box, after what is typed. */
  readonly children?: ComponentChildren;
}

/** A labelled field; what is wrong with it stands under it and is read with it. */
export function TextField(props: TextFieldProps) {
  const { label, value, onInput, problem, autocomplete = 'off' } = props;
  const id = useId();
  const kind = props.type === 'password' ? ({ type: 'password' } as const) : ({ type: 'text' } as const);
  const wrong = props.wrong === true || problem !== undefined;
  return (
    <div class="text-field">
      <label for={id}>
        <span>{label}</span>
      </label>
      <div class={wrong ? 'field-box wrong' : 'field-box'}>
        <input
          id={id}
          {...kind}
          value={value}
          placeholder={props.placeholder ?? ''}
          readOnly={props.fixed ?? false}
          autocomplete={autocomplete}
          autocapitalize="off"
          spellcheck={false}
          ref={props.inputRef ?? null}
          aria-invalid={wrong}
          aria-describedby={problem === undefined ? undefined : `${id}-problem`}
          onInput={(event) => onInput(event.currentTarget.value)}
        />
        {props.children}
      </div>
      {problem !== undefined && (
        <p class="field-problem" id={`${id}-problem`}>
          <Icon name="invalid" size={13} tone="bad" />
          <span>{problem}</span>
        </p>
      )}
    </div>
  );
}
