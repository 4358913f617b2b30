import { type ReadonlySignal, signal } from '@preact/signals';
import { type Environment, permissionPattern, providerHost } from '#core/identity/environment';
import type { FailureWords, LoginFailure } from '#core/identity/failure';
import { explainFailure } from '#core/identity/failure-messages';
import type { PopupWorld } from './popup-deps';

export interface LoginState {
  /** The attempt that is under way. */
  readonly attemptId: string | null;
  readonly refusal: Refusal | null;
}

export interface Refusal extends FailureWords {
  /** Whether user id and password are what was wrong: then the password is typed again. */
  readonly wrongCredentials: boolean;
}

export interface LoginModel {
  readonly state: ReadonlySignal<LoginState>;
  /** To be called straight from the click or Enter. True when logged in. */
  readonly logIn: (environment: Environment, userId: string, password: string) => Promise<boolean>;
  /** Gives up what is under way and forgets what was refused. */
  readonly cancel: () => void;
}

type LoginWorld = Pick<PopupWorld, 'ask' | 'requestPermission' | 'newId'>;

const IDLE: LoginState = { attemptId: null, refusal: null };

/** One log-in at a time. The password passes through and is not held. */
export function createLoginModel({ ask, requestPermission, newId }: LoginWorld): LoginModel {
  const state = signal<LoginState>(IDLE);

  async function attempt(environment: Environment, userId: string, password: string): Promise<LoginFailure | null> {
    const attemptId = newId();
    // First of all, before anything is waited for: browsers ask the person only straight from a click.
    const permission = requestPermission(permissionPattern(environment));
    state.value = { attemptId, refusal: null };
    if (!(await permission)) return { reason: 'no-permission', detail: providerHost(environment) };
    if (state.peek().attemptId !== attemptId) return { reason: 'cancelled' };
    const answer = await ask('login', { attemptId, environmentId: environment.id, userId, password });
    if (answer.ok) return null;
    return state.peek().attemptId === attemptId ? answer.failure : { reason: 'cancelled' };
  }

  return {
    state,
    async logIn(environment, userId, password) {
      const failure = await attempt(environment, userId, password);
      if (failure?.reason === 'cancelled') return false;
      state.value = { attemptId: null, refusal: failure && refusalOf(failure, environment, userId) };
      return failure === null;
    },
    cancel() {
      const { attemptId } = state.peek();
      state.value = IDLE;
      if (attemptId !== null) void ask('cancelLogin', { attemptId });
    },
  };
}

function refusalOf(failure: LoginFailure, environment: Environment, userId: string): Refusal {
  const words = explainFailure(failure, { environment, userId });
  const isGrant = failure.reason === 'rejected' && failure.error === 'invalid_grant';
  return { ...words, wrongCredentials: isGrant && /user credentials/i.test(failure.detail) };
}
