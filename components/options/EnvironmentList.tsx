import { Button } from '#components/kit/Button.tsx';
import { useFilePicker } from '#components/kit/forms/use-file-picker.tsx';
import { type Environment, providerHost } from '#core/identity/environment';
import type { SessionSummary } from '#core/identity/session';
import type { DroppedFile } from '#core/registry/files/dropped-file';
import { i18n } from '#i18n';

interface EnvironmentListProps {
  readonly environments: readonly Environment[];
  readonly sessions: readonly SessionSummary[];
  readonly selectedId: string | null;
  readonly onOpen: (environment: Environment | null) => void;
  readonly onExport: () => void;
  readonly onImport: (file: DroppedFile) => void;
}

/** All environments, with the open one marked. */
export function EnvironmentList({ environments, sessions, selectedId, ...callbacks }: EnvironmentListProps) {
  const { field, open } = useFilePicker({
    label: i18n.t('options.environment.importFile'),
    accept: '.json,application/json',
    onPick(files) {
      for (const file of files) callbacks.onImport(file);
    },
  });
  return (
    <nav class="environment-list" aria-label={i18n.t('options.environments')}>
      <ul>
        {environments.map((environment) => (
          <li key={environment.id}>
            <button
              type="button"
              class="environment inset"
              aria-current={environment.id === selectedId}
              onClick={() => callbacks.onOpen(environment)}
            >
              <b class="truncate">{environment.name}</b>
              <span class="muted truncate">{`${providerHost(environment)}, ${environment.realm}`}</span>
              <span class="muted tabular">{loggedInLabel(sessions, environment)}</span>
            </button>
          </li>
        ))}
      </ul>
      <div class="actions">
        <Button appearance="text" icon="plus" onClick={() => callbacks.onOpen(null)}>
          {i18n.t('options.environment.add')}
        </Button>
        <Button appearance="text" icon="import" onClick={open}>
          {i18n.t('options.import')}
        </Button>
        <Button appearance="text" icon="export" onClick={callbacks.onExport} disabled={environments.length === 0}>
          {i18n.t('options.exportAll')}
        </Button>
      </div>
      {field}
      <p class="small-print muted">{i18n.t('options.environment.exportHint')}</p>
    </nav>
  );
}

function loggedInLabel(sessions: readonly SessionSummary[], { id }: Environment): string {
  const count = sessions.filter(({ environmentId }) => environmentId === id).length;
  return count === 0 ? '' : i18n.t('options.loggedIn', { count });
}
