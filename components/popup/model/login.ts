import { type ReadonlySignal, signal } from '@preact/signals';
import { type Environment, providerHost } from '#core/identity/environment';
import type { LoginFailure } from '#core/identity/failure';
import type { RpcFailure } from '#extension/protocol/rpc';
import { explainRequestFailure, type FailureText } from './background-failure';
import type { PopupDeps } from './popup-deps';

export interface LoginState {
  readonly isRunning: boolean;
  readonly failure: FailureView | null;
}

interface FailureView {
  /** Returns the text in the current language. Call while rendering. */
  readonly text: () => FailureText;
  /** Whether the user id or the password was wrong, so that the password must be entered again. */
  readonly hasWrongCredentials: boolean;
}

export interface LoginModel {
  readonly state: ReadonlySignal<LoginState>;
  /** Resolves with whether the log-in succeeded. Call directly in the handler of a click or Enter. */
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
  let controller = new AbortController();

  async function attemptLogIn(environment: Environment, userId: string, password: string): Promise<Failure | null> {
    controller.abort();
    controller = new AbortController();
    const { signal: abortSignal } = controller;
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
      const pendingFailure = attemptLogIn(environment, userId, password);
      const { signal: abortSignal } = controller;
      const failure = await pendingFailure;
      if (failure?.reason === 'cancelled') return false;
      const failureView = failure && (await describeFailure(failure, environment, userId));
      if (failureView !== null && abortSignal.aborted) return false;
      state.value = { isRunning: false, failure: failureView };
      return failure === null;
    },
    cancel() {
      controller.abort();
      state.value = IDLE;
    },
  };
}

async function describeFailure(failure: Failure, environment: Environment, userId: string): Promise<FailureView> {
  const text = await explainRequestFailure(failure, { environment, userId });
  const isGrant = failure.reason === 'rejected' && failure.error === 'invalid_grant';
  return { text, hasWrongCredentials: isGrant && /user credentials/i.test(failure.description) };
}
