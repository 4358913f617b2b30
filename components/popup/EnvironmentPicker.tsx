import { Icon } from '#components/kit/Icon.tsx';
import { type Environment, providerHost } from '#core/identity/environment';
import { i18n } from '#i18n';

interface EnvironmentPickerProps {
  readonly environments: readonly Environment[];
  readonly current: Environment;
  readonly onChoose: (id: string) => void;
}

const where = (environment: Environment) => `${providerHost(environment)}, ${environment.realm}`;

/** The registry to act in. */
export function EnvironmentPicker({ environments, current, onChoose }: EnvironmentPickerProps) {
  return (
    <section>
      <h2>
        <label for="environment">{i18n.t('popup.environment.label')}</label>
      </h2>
      <div class="select picker">
        <Icon name="registry" size={13} />
        <span>{current.name}</span>
        <span class="muted clip">{where(current)}</span>
        <span class="grow" />
        <Icon name="down" size={13} />
        <select id="environment" value={current.id} onChange={(event) => onChoose(event.currentTarget.value)}>
          {environments.map((environment) => (
            <option key={environment.id} value={environment.id}>
              {`${environment.name} (${where(environment)})`}
            </option>
          ))}
        </select>
      </div>
    </section>
  );
}
