import type { Ref } from 'preact';
import { useState } from 'preact/hooks';
import { Tool } from '../ui/Button';
import { TextField } from './TextField';

interface PasswordFieldProps {
  readonly value: string;
  readonly onInput: (value: string) => void;
  readonly wrong: boolean;
  readonly fixed: boolean;
  readonly inputRef: Ref<HTMLInputElement>;
}

/** A password, hidden until the person wants to see it. */
export function PasswordField({ value, onInput, wrong, fixed, inputRef }: PasswordFieldProps) {
  const [shown, setShown] = useState(false);
  return (
    <TextField
      label="Password"
      type={shown ? 'text' : 'password'}
      value={value}
      onInput={onInput}
      wrong={wrong}
      fixed={fixed}
      placeholder={wrong ? 'Type it again' : ''}
      // A browser's password manager has no business with a registry's default password.
      autocomplete="new-password"
      inputRef={inputRef}
    >
      <Tool icon="eye" name="Show the password" small pressed={shown} onClick={() => setShown(!shown)} />
    </TextField>
  );
}
