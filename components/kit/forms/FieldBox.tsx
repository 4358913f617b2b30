import type { Ref } from 'preact';
import { i18n } from '#i18n';
import { Icon } from '../Icon';
import type { IconName } from '../icon-paths';

interface FieldBoxProps {
  /** The accessible name. */
  readonly name: string;
  readonly value: string;
  readonly onInput: (value: string) => void;
  readonly onKeyDown?: (event: KeyboardEvent) => void;
  readonly placeholder?: string;
  readonly icon?: IconName;
  readonly className?: string;
  readonly inputRef?: Ref<HTMLInputElement>;
}

/** A text field with an optional icon, and a × that empties it. */
export function FieldBox({
  name,
  value,
  onInput,
  onKeyDown,
  placeholder,
  icon,
  className = '',
  inputRef,
}: FieldBoxProps) {
  return (
    <div class={`field-box ${className}`}>
      {icon && <Icon name={icon} size={13} tone="muted" />}
      <input
        aria-label={name}
        placeholder={placeholder ?? name}
        value={value}
        spellcheck={false}
        autocomplete="off"
        ref={inputRef ?? null}
        onInput={(event) => onInput(event.currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      {value !== '' && (
        <button
          type="button"
          class="mini-button"
          aria-label={i18n.t('common.emptyField', { name })}
          title={i18n.t('common.empty')}
          onClick={() => onInput('')}
        >
          <Icon name="x" size={13} />
        </button>
      )}
    </div>
  );
}
