import { useId } from 'preact/hooks';
import { Icon } from '#components/kit/Icon.tsx';

interface CallFieldProps {
  readonly label: string;
  readonly value: string;
  readonly onInput: (value: string) => void;
  readonly problem?: string | undefined;
  /** Whether the label stands beside the field, or is only read out. */
  readonly shown?: boolean;
}

/** One part of a path. */
export function CallField({ label, value, onInput, problem, shown = false }: CallFieldProps) {
  const id = useId();
  return (
    <div class={shown ? 'call-field' : 'call-field alone'}>
      <label for={id} class={shown ? 'mono' : 'hidden'}>
        {label}
      </label>
      <div class={problem === undefined ? 'field-box' : 'field-box wrong'}>
        <input
          id={id}
          class="mono"
          value={value}
          spellcheck={false}
          autocomplete="off"
          aria-invalid={problem !== undefined}
          onInput={({ currentTarget }) => onInput(currentTarget.value)}
        />
      </div>
      {problem !== undefined && (
        <span class="call-problem" role="alert">
          <Icon name="invalid" size={13} tone="bad" />
          {problem}
        </span>
      )}
    </div>
  );
}
