import { type ReadonlySignal, signal } from '@preact/signals';
import { type Environment, providerHost } from '#core/identity/environment';
import type { LoginFailure } from '#core/identity/failure';
import type { RpcFailure } from '#extension/protocol/rpc';
import { explainRequestFailure, type FailureText } from './background-failure';
import type { PopupDeps } from './popup-deps';

export interface LoginState {
  readonly isRunning: boolean;
  readonly failure: ShownFailure | null;
}

interface ShownFailure {
  /** Called when it is rendered, so that it is in the current language. */
  readonly text: () => FailureText;
  /** Whether user id or password were wrong, so the password has to be typed again. */
  readonly wrongCredentials: boolean;
}

export interface LoginModel {
  readonly state: ReadonlySignal<LoginState>;
  /** Resolves with true when logged in. Call it directly in the handler of a click or Enter. */
  readonly logIn: (environment: Environment, userId: string, password: string) => Promise<boolean>;
  /** Cancels the pending attempt and clears its failure. */
  readonly cancel: () => void;
}

interface LoginDeps extends Pick<PopupDeps, 'ask'> {
  /** Requests access to the provider from the user. Works only in the handler of a click or Enter. */
  readonly requestAccess: (environment: Environment, userId: string) => Promise<boolean>;
}
type Failure = LoginFailure | RpcFailure;

const IDLE: LoginState = { isRunning: false, failure: null };

/** Creates the model of a log-in, one at a time. The password is sent and never stored. */
export function createLoginModel({ ask, requestAccess }: LoginDeps): LoginModel {
  const state = signal<LoginState>(IDLE);
  let running = new AbortController();

  async function attempt(environment: Environment, userId: string, password: string): Promise<Failure | null> {
    running.abort();
    running = new AbortController();
    const { signal: abortSignal } = running;
    // Before the first await: browsers require a user gesture, and reject without one.
    const permission = requestAccess(environment, userId).catch(() => false);
    state.value = { isRunning: true, failure: null };
    const isPermitted = await permission;
    if (abortSignal.aborted) return { reason: 'cancelled' };
    if (!isPermitted) return { reason: 'no-permission', detail: providerHost(environment) };
    const result = await ask('login', { environmentId: environment.id, userId, password }, abortSignal);
    return result.ok ? null : result.failure;
  }

  return {
    state,
    async logIn(environment, userId, password) {
      const attempting = attempt(environment, userId, password);
      const { signal: abortSignal } = running;
      const failure = await attempting;
      if (failure?.reason === 'cancelled') return false;
      const shown = failure && (await describeFailure(failure, environment, userId));
      if (shown !== null && abortSignal.aborted) return false;
      state.value = { isRunning: false, failure: shown };
      return failure === null;
    },
    cancel() {
      running.abort();
      state.value = IDLE;
    },
  };
}

async function describeFailure(failure: Failure, environment: Environment, userId: string): Promise<ShownFailure> {
  const text = await explainRequestFailure(failure, { environment, userId });
  const isGrant = failure.reason === 'rejected' && failure.error === 'invalid_grant';
  return { text, wrongCredentials: isGrant && /user credentials/i.test(failure.description) };
}
