import { LoginForm } from '#components/popup/LoginForm.tsx';
import type { Environment } from '#core/identity/environment';
import type { RegistrySetup } from '#core/registry/files/registry-setup';
import { i18n } from '#i18n';
import type { OptionsModel } from './options-model';

interface FirstLogInProps {
  readonly model: OptionsModel;
  readonly environment: Environment;
  readonly setup: RegistrySetup;
}

/**
 * Logs in right after the set-up.
 * The password that the files hold is filled in for this once and stored nowhere.
 */
export function FirstLogIn({ model, environment, setup: { password, entities } }: FirstLogInProps) {
  const paths = entities.flatMap(({ entity, userIdPath }) => (userIdPath === null ? [] : [`${entity}: ${userIdPath}`]));
  return (
    <div class="first-log-in">
      <LoginForm
        key={environment.id}
        environment={environment}
        login={model.login.state.value}
        userId=""
        password={password ?? ''}
        onLogIn={(userId, typed) => void model.logIn(userId, typed)}
        onCancel={model.login.cancel}
        onLeave={null}
      />
      {password !== null && <p class="fine muted">{i18n.t('options.setUp.defaultPassword')}</p>}
      {paths.length > 0 && (
        <p class="fine muted">
          {i18n.t('options.setUp.userIdPath')} <code>{paths.join(', ')}</code>.
        </p>
      )}
    </div>
  );
}
