import type { Ref } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { ToolButton } from '#components/kit/Button.tsx';
import { FailureBox } from '#components/kit/FailureBox.tsx';
import { TextField } from '#components/kit/forms/TextField.tsx';
import { Icon } from '#components/kit/Icon.tsx';
import { type Environment, providerHost, sendsPasswordUnencrypted } from '#core/identity/environment';
import { i18n } from '#i18n';
import { mayTakeFocus } from './focus';
import type { LoginState } from './model/login';
import { parseCredentials } from './model/pasted-credentials';

interface LoginFormProps {
  readonly environment: Environment;
  readonly login: LoginState;
  /** Initial user id. */
  readonly userId: string;
  /** Initial password. Set only if the registry's own files contain a password. */
  readonly password?: string;
  readonly onUserIdChange?: (userId: string) => void;
  readonly onLogIn: (userId: string, password: string) => void;
  /** Cancels the pending attempt. */
  readonly onCancel: () => void;
  /** Closes the form. `null` if there is no view to return to. */
  readonly onLeave: (() => void) | null;
}

/** Logs a test entity in. Only this form has the password, until the password is sent. */
export function LoginForm(props: LoginFormProps) {
  const { environment, login, userId: initialUserId, onUserIdChange, onLogIn, onCancel, onLeave } = props;
  const [userId, setUserId] = useState(initialUserId);
  const [password, setPassword] = useState(props.password ?? '');
  const userIdField = useRef<HTMLInputElement>(null);
  const passwordField = useRef<HTMLInputElement>(null);
  const isBusy = login.isRunning;
  const hasWrongCredentials = login.failure?.hasWrongCredentials === true;

  useLayoutEffect(() => {
    if (mayTakeFocus()) (initialUserId === '' ? userIdField : passwordField).current?.focus();
  }, []);
  useLayoutEffect(() => {
    if (hasWrongCredentials) setPassword('');
    // A focused button that is disabled or removed, such as Cancel, loses the focus.
    if (isBusy || login.failure !== null || document.activeElement === document.body) passwordField.current?.focus();
  }, [isBusy, login.failure]);

  const changeUserId = (input: string) => {
    setUserId(input);
    onUserIdChange?.(input);
  };

  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (isBusy) return;
    if (userId.trim() === '') userIdField.current?.focus();
    else if (password === '') passwordField.current?.focus();
    else onLogIn(userId.trim(), password);
  };

  const handlePaste = (event: ClipboardEvent) => {
    const credentials = parseCredentials(event.clipboardData?.getData('text') ?? '');
    if (credentials === null || isBusy) return;
    event.preventDefault();
    changeUserId(credentials.userId);
    setPassword(credentials.password);
    passwordField.current?.focus();
  };

  return (
    <section aria-label={i18n.t('popup.logIn.title')}>
      <h2>{i18n.t('popup.logIn.title')}</h2>
      <form class="login" onSubmit={submit} onPaste={handlePaste} aria-busy={isBusy}>
        {login.failure !== null && <FailureBox {...login.failure.text()} />}
        {sendsPasswordUnencrypted(environment) && <CleartextWarning host={providerHost(environment)} />}
        <TextField
          label={i18n.t('popup.userId')}
          value={userId}
          onInput={changeUserId}
          readOnly={isBusy}
          placeholder={i18n.t('popup.logIn.pasteBoth')}
          autocomplete="off"
          inputRef={userIdField}
        />
        <PasswordField
          value={password}
          onInput={setPassword}
          isInvalid={hasWrongCredentials && password === ''}
          isReadOnly={isBusy}
          inputRef={passwordField}
        />
        <div class="form-actions">
          <button class="button primary big" type="submit" disabled={isBusy}>
            {isBusy ? i18n.t('popup.loggingIn') : i18n.t('popup.logIn.button')}
          </button>
          {(isBusy || onLeave !== null) && (
            <button class="button big" type="button" onClick={isBusy ? onCancel : (onLeave ?? undefined)}>
              {i18n.t('popup.cancel')}
            </button>
          )}
        </div>
      </form>
    </section>
  );
}

function CleartextWarning({ host }: { readonly host: string }) {
  return (
    <p class="note">
      <Icon name="notice" size={13} />
      <span>{i18n.t('popup.logIn.httpWarning', { host })}</span>
    </p>
  );
}

interface PasswordFieldProps {
  readonly value: string;
  readonly onInput: (value: string) => void;
  readonly isInvalid: boolean;
  readonly isReadOnly: boolean;
  readonly inputRef: Ref<HTMLInputElement>;
}

/** A password field, hidden until the user reveals it. */
function PasswordField({ value, onInput, isInvalid, isReadOnly, inputRef }: PasswordFieldProps) {
  const [isRevealed, setRevealed] = useState(false);
  return (
    <TextField
      label={i18n.t('popup.password')}
      type={isRevealed ? 'text' : 'password'}
      value={value}
      onInput={onInput}
      isInvalid={isInvalid}
      readOnly={isReadOnly}
      placeholder={isInvalid ? i18n.t('popup.logIn.reenterPassword') : ''}
      // Password managers must not store a registry's default password.
      autocomplete="new-password"
      inputRef={inputRef}
    >
      <ToolButton
        icon="eye"
        name={i18n.t('popup.logIn.showPassword')}
        small
        pressed={isRevealed}
        onClick={() => setRevealed(!isRevealed)}
      />
    </TextField>
  );
}
