import type { Environment } from '#core/identity/environment';
import type { IdentityState } from '#extension/protocol/identity-state';
import { LoginForm } from './LoginForm';
import type { PopupModel } from './model/popup-model';

interface LoginViewProps {
  readonly model: PopupModel;
  readonly state: IdentityState;
  readonly environment: Environment;
}

/**
 * The log-in form of the popup's environment.
 * A separate file, because the options page imports `LoginForm` statically. A module that one page imports statically
 * and another page dynamically would add the bundler's runtime to every page.
 */
export function LoginView({ model, state, environment }: LoginViewProps) {
  const view = model.view.value;
  const requestedUserId = view.name === 'login' ? view.userId : null;
  const environmentId = environment.id;
  return (
    <LoginForm
      key={`${environment.id} ${requestedUserId}`}
      environment={environment}
      login={model.login.state.value}
      userId={requestedUserId ?? state.lastUserIds[environment.id] ?? ''}
      onUserIdChange={(userId) => model.storeForm({ type: 'log-in', environmentId, userId })}
      onLogIn={(userId, password) => void model.logIn(userId, password)}
      onCancel={model.login.cancel}
      onLeave={model.sessions.value.length === 0 ? null : () => model.show({ name: 'sessions' })}
    />
  );
}
