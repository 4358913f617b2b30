import type { Environment } from '#core/identity/environment';
import type { IdentityState } from '#extension/protocol/identity-state';
import { LoginForm } from './LoginForm';
import type { PopupModel } from './model/popup-model';

interface LoggingInProps {
  readonly model: PopupModel;
  readonly state: IdentityState;
  readonly environment: Environment;
}

/**
 * The log-in form of the popup's environment.
 * In a file that only the popup imports: a module that one page imports statically and another one dynamically adds the
 * bundler's runtime to every page.
 */
export function LoggingIn({ model, state, environment }: LoggingInProps) {
  const view = model.view.value;
  const requestedUserId = view.name === 'login' ? view.userId : null;
  const environmentId = environment.id;
  return (
    <LoginForm
      key={`${environment.id} ${requestedUserId}`}
      environment={environment}
      login={model.login.state.value}
      userId={requestedUserId ?? state.lastUserIds[environment.id] ?? ''}
      onType={(userId) => model.storeForm({ type: 'log-in', environmentId, userId })}
      onLogIn={(userId, password) => void model.logIn(userId, password)}
      onCancel={model.login.cancel}
      onLeave={model.sessions.value.length === 0 ? null : () => model.show({ name: 'sessions' })}
    />
  );
}
