import type { Ref } from 'preact';
import { useState } from 'preact/hooks';
import { ToolButton } from '#components/kit/Button.tsx';
import { TextField } from '#components/kit/forms/TextField.tsx';
import { i18n } from '#i18n';

interface PasswordFieldProps {
  readonly value: string;
  readonly onInput: (value: string) => void;
  readonly wrong: boolean;
  readonly fixed: boolean;
  readonly inputRef: Ref<HTMLInputElement>;
}

/** A password, hidden until the user wants to see it. */
export function PasswordField({ value, onInput, wrong, fixed, inputRef }: PasswordFieldProps) {
  const [shown, setShown] = useState(false);
  return (
    <TextField
      label={i18n.t('popup.password')}
      type={shown ? 'text' : 'password'}
      value={value}
      onInput={onInput}
      wrong={wrong}
      fixed={fixed}
      placeholder={wrong ? i18n.t('popup.logIn.reenterPassword') : ''}
      // Password managers must not store a registry's default password.
      autocomplete="new-password"
      inputRef={inputRef}
    >
      <ToolButton
        icon="eye"
        name={i18n.t('popup.logIn.showPassword')}
        small
        pressed={shown}
        onClick={() => setShown(!shown)}
      />
    </TextField>
  );
}
