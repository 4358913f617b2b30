import { act, createEvent, fireEvent, render, screen, waitFor } from '@testing-library/preact';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { OptionsScreen } from '#components/options/OptionsScreen.tsx';
import { createOptionsModel } from '#components/options/options-model.ts';
import type { EnvironmentCheck } from '#core/identity/checked-part';
import { type Environment, LOCAL_REGISTRY } from '#core/identity/environment';
import { exportEnvironments } from '#core/identity/environment-file';
import { message } from '#core/util/message';
import { fail } from '#core/util/result';
import type { LanguageSetting } from '#i18n/language';
import { createDeferred } from '#tests/drivers/deferred';
import { t, textsInOrder, tPattern } from '#tests/drivers/texts';
import {
  createIdentityCaller,
  createSessionSummary,
  type IdentityRequest,
  NO_BACKGROUND,
  type Responses,
  stateWith,
} from '../popup/popup-setup';
import { testPreferences } from './test-preferences';

const staging: Environment = {
  ...LOCAL_REGISTRY,
  id: 'staging',
  name: 'Staging',
  authUrl: 'https://learn.example.org',
};

interface OpenOptions {
  readonly isStorageFull?: boolean;
  readonly checks?: readonly EnvironmentCheck[] | Promise<never>;
}

/** Opens the options page. Its background stores environments, and returns the given responses otherwise. */
async function open(responses: Responses = {}, { isStorageFull = false, checks = [] }: OpenOptions = {}) {
  const languages: string[] = [];
  const languageListeners: ((setting: LanguageSetting) => void)[] = [];
  let environments: readonly Environment[] = [LOCAL_REGISTRY, staging];
  const identityRequests: IdentityRequest[] = [];
  const downloads: string[] = [];
  const permissions: string[] = [];
  const timers: { readonly delay: number; readonly task: () => void }[] = [];
  const allResponses: Responses = {
    state: () => stateWith({ environments: [...environments], sessions: [createSessionSummary()] }),
    saveEnvironment: ({ environmentId, draft }) => {
      const saved = { ...draft, id: environmentId ?? `new-${environments.length}` };
      environments = [...environments.filter(({ id }) => id !== saved.id), saved];
      return { ok: true, value: saved };
    },
    removeEnvironment: ({ environmentId }) => {
      environments = environments.filter(({ id }) => id !== environmentId);
      return { ok: true, value: null };
    },
    ...responses,
  };
  const model = createOptionsModel({
    ask: createIdentityCaller(allResponses, identityRequests),
    requestPermission: async (patterns) => {
      permissions.push(...patterns);
      return true;
    },
    setTimer: (delay, task) => {
      timers.push({ delay, task });
      return () => void timers.splice(0);
    },
    checkEnvironment: async () => checks,
    yieldTask: async () => {},
    openWelcome: () => {},
    download: (_name, text) => downloads.push(text),
    loadLanguage: async () => 'en',
    saveLanguage: async (setting) => {
      if (isStorageFull) throw new Error('QuotaExceededError');
      languages.push(setting);
    },
    onLanguageSetting: (listener) => languageListeners.push(listener),
    ...testPreferences().deps,
  });
  render(<OptionsScreen model={model} />);
  await model.load();
  await screen.findByRole('navigation', { name: t('options.environments') });
  const environmentNames = () =>
    screen
      .getAllByRole('button')
      .filter((button) => button.classList.contains('environment'))
      .map((button) => button.querySelector('b')?.textContent);
  const field = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name });
  return {
    user: userEvent.setup(),
    identityRequests,
    downloads,
    permissions,
    environmentNames,
    field,
    timers,
    languages,
    languageListeners,
  };
}

const button = (name: string | RegExp) => screen.getByRole('button', { name });

it('the options page lists each language by its own name, and stores the selected language', async () => {
  const { user, languages } = await open();
  const picker = screen.getByRole<HTMLSelectElement>('combobox', { name: t('options.language.title') });
  expect(picker.value).toBe('en');
  expect([...picker.options].map(({ text }) => text)).toEqual([t('options.language.browser'), 'English', 'हिन्दी']);
  await user.selectOptions(picker, 'हिन्दी');
  expect(languages).toEqual(['hi']);
  expect(picker.value).toBe('hi');
});

it('the options page shows a language that is selected in another browser tab', async () => {
  const { languageListeners } = await open();
  const picker = screen.getByRole<HTMLSelectElement>('combobox', { name: t('options.language.title') });
  void act(() => {
    for (const listener of languageListeners) listener('hi');
  });
  expect(picker.value).toBe('hi');
});

it('the options page reports that a language could not be stored, and selects the previous one again', async () => {
  const { user } = await open({}, { isStorageFull: true });
  const picker = screen.getByRole<HTMLSelectElement>('combobox', { name: t('options.language.title') });
  await user.selectOptions(picker, 'हिन्दी');
  await screen.findByText(t('options.language.notSaved'));
  expect(picker.value).toBe('en');
});

it('the options page lists the environments, and opens the current one', async () => {
  const { environmentNames, field, user } = await open();
  expect(environmentNames()).toEqual(['Local registry', 'Staging']);
  expect(field(t('options.name')).value).toBe('Local registry');
  expect(screen.queryByText(t('options.loggedIn', { count: 1 }))).not.toBeNull();
  await user.click(button(/^Staging/));
  expect(field(t('options.authUrl')).value).toBe('https://learn.example.org');
});

it('the options page preserves unsaved input in an environment while another one is open, and discards the input on request', async () => {
  const { field, user } = await open();
  await user.clear(field(t('options.realm')));
  await user.type(field(t('options.realm')), 'half');
  await user.click(button(/^Staging/));
  expect(field(t('options.realm')).value).not.toBe('half');
  expect(screen.queryByRole('button', { name: t('options.environment.discard') })).toBeNull();
  await user.click(button(t('options.environment.add')));
  await user.type(field(t('options.name')), 'New one');
  await user.click(button(/^Local registry/));
  expect(field(t('options.realm')).value).toBe('half');
  await user.click(button(t('options.environment.discard')));
  expect(field(t('options.realm')).value).toBe('sunbird-rc');
  await user.click(button(t('options.environment.add')));
  expect(field(t('options.name')).value).toBe('New one');
});

it('the options page removes the error of a field once the field is corrected', async () => {
  const problems = [
    { field: 'authUrl' as const, message: message('identity.fieldError.noScheme', { url: 'x', url2: 'x' }) },
  ];
  const { field, user } = await open({ saveEnvironment: () => fail({ reason: 'invalid', problems }) });
  const url = field(t('options.authUrl'));
  await user.clear(url);
  await user.type(url, 'x');
  await user.click(button(t('options.save')));
  await waitFor(() => expect(url.getAttribute('aria-invalid')).toBe('true'));
  expect(document.activeElement).toBe(url);
  await user.clear(url);
  await user.type(url, 'http://localhost:9080');
  expect(url.getAttribute('aria-invalid')).toBe('false');
});

it('the options page duplicates an environment, but not its setting to store log-ins on disk', async () => {
  const { user, identityRequests, environmentNames } = await open();
  await user.click(button(t('options.duplicate')));
  await user.click(button(t('options.environment.create')));
  await screen.findByText(
    t('options.environment.saved', { name: t('options.environment.copyName', { name: 'Local registry' }) }),
  );
  expect(identityRequests).toMatchObject([{ payload: { environmentId: null, draft: { keepSessions: false } } }]);
  expect(environmentNames()).toContain(t('options.environment.copyName', { name: 'Local registry' }));
});

it('the options page deletes an environment, and Undo restores it unchanged', async () => {
  const { user, environmentNames } = await open();
  await user.click(button(/^Staging/));
  await user.click(button('Delete Staging'));
  await screen.findByText(t('options.environment.removed', { name: 'Staging' }));
  expect(environmentNames()).toEqual(['Local registry']);
  await user.click(button(t('options.undo')));
  await screen.findByDisplayValue('https://learn.example.org');
  expect(environmentNames()).toEqual(['Local registry', 'Staging']);
});

it('the options page warns that deleting an environment logs its entities out, and shows where tokens are stored', async () => {
  await open();
  expect(screen.queryByText(tPattern('options.environment.deletingLogsOut', { n: 1 }))).not.toBeNull();
  expect(screen.queryByText(tPattern('options.environment.persistLogInsHint'))).not.toBeNull();
});

it('the options page requests access to both hosts directly on the click, and shows which checks pass and which fail', async () => {
  const checks: readonly EnvironmentCheck[] = [
    {
      part: 'provider',
      outcome: 'passed',
      message: message('identity.check.provider.ok', { host: 'localhost:8080' }),
    },
    {
      part: 'realm',
      outcome: 'failed',
      message: message('identity.check.realm.notFound', { realm: 'x' }),
    },
    {
      part: 'client',
      outcome: 'failed',
      failure: { reason: 'timeout', seconds: 10 },
      setting: { environment: LOCAL_REGISTRY, userId: '' },
    },
    { part: 'registry', outcome: 'skipped', message: message('identity.check.registry.noUrl') },
  ];
  const { user, permissions } = await open({}, { checks });
  await user.click(button(t('options.check.start')));
  expect(permissions).toEqual(['http://localhost/*', 'http://localhost/*']);
  const list = await screen.findByRole('region', { name: t('options.check.title') });
  expect(list.textContent).toMatch(
    textsInOrder(
      t('options.check.ok'),
      t('options.identityProvider'),
      tPattern('identity.check.provider.ok'),
      t('options.check.failed'),
      t('options.realm'),
      t('identity.check.realm.notFound', { realm: 'x' }),
      t('options.check.failed'),
      t('options.client'),
      tPattern('identity.error.timeout.title'),
      t('options.check.skipped'),
      t('options.registry'),
      t('identity.check.registry.noUrl'),
    ),
  );
});

it('the options page leaves the focus on the button that tests an environment while the test runs', async () => {
  const { user } = await open({}, { checks: new Promise(() => {}) });
  await user.click(button(t('options.check.start')));
  const testing = await screen.findByRole<HTMLButtonElement>('button', { name: t('options.check.starting') });
  expect(document.activeElement).toBe(testing);
  // A browser takes the focus from a disabled button.
  expect(testing.disabled).toBe(false);
  expect(testing.getAttribute('aria-disabled')).toBe('true');
});

it('the options page exports names and URLs only, and reports which environments of a file were skipped', async () => {
  const { user, downloads, environmentNames } = await open();
  await user.click(button(t('options.exportAll')));
  expect(downloads[0]).toContain('https://learn.example.org');
  expect(downloads[0]).not.toMatch(/token|password|secret/i);
  const exported = JSON.parse(downloads[0] ?? '');
  exported.environments[1].authUrl = 'nowhere';
  const file = new File([JSON.stringify(exported)], 'environments.json', { type: 'application/json' });
  await user.upload(screen.getByLabelText(t('options.environment.importFile')), file);
  await screen.findByText(
    tPattern('options.environment.importedSkipped', { imported: t('options.environmentsImported', 1), n: 1 }),
  );
  expect(environmentNames()).toHaveLength(3);
});

it.each(['{', '{"a": 1}', '[]'])('the options page imports nothing from %s, and shows the reason', async (text) => {
  const { user, environmentNames } = await open();
  const file = new File([text], 'environments.json', { type: 'application/json' });
  await user.upload(screen.getByLabelText(t('options.environment.importFile')), file);
  expect((await screen.findByRole('alert')).textContent).toContain(
    `environments.json: ${t('identity.importError.notEnvironments')}`,
  );
  expect(environmentNames()).toHaveLength(2);
});

function dropRegistryFile(name: string, text: string): void {
  const area = screen.getByRole('region', { name: t('options.setUp.title') });
  const event = createEvent.drop(area);
  Object.defineProperty(event, 'dataTransfer', { value: { files: [new File([text], name)] } });
  fireEvent(area, event);
}

it('files of a registry that are dropped fill in the form, and their password is filled into the log-in form only and is in no request', async () => {
  const { user, identityRequests, field } = await open();
  const compose = `services:
  keycloak: { image: "registry/keycloak:14", ports: ["9080:8080"] }
  registry: { environment: { sunbird_keycloak_user_password: "drum-and-whistle" } }
`;
  dropRegistryFile('docker-compose.yml', compose);
  await screen.findByRole('region', { name: t('options.setUp.detected') });
  expect(field(t('options.authUrl')).value).toBe('http://localhost:9080');
  await user.click(button(t('options.environment.create')));
  await screen.findByText(t('options.environment.saved', { name: t('setup.environmentName') }));
  expect(JSON.stringify(identityRequests)).not.toContain('drum-and-whistle');
  expect(screen.getByLabelText<HTMLInputElement>(t('popup.password'), { exact: true }).value).toBe('drum-and-whistle');
  expect(screen.queryByText(tPattern('options.setUp.defaultPassword'))).not.toBeNull();
});

it('a compose override file that is dropped after its compose file changes only the values that it contains', async () => {
  const { field } = await open();
  dropRegistryFile(
    'docker-compose.yml',
    'services:\n  keycloak: { image: keycloak, ports: ["9080:8080"] }\n  registry: { ports: ["9081:8081"] }',
  );
  await waitFor(() => expect(field(t('options.registryUrl')).value).toBe('http://localhost:9081'));
  dropRegistryFile(
    'docker-compose.override.yml',
    'services:\n  registry: { environment: { sunbird_sso_realm: other } }',
  );
  await waitFor(() => expect(field(t('options.realm')).value).toBe('other'));
  expect(field(t('options.authUrl')).value).toBe('http://localhost:9080');
  expect(field(t('options.registryUrl')).value).toBe('http://localhost:9081');
});

/** A file of a disk that does not respond. */
function endlessFile(name: string): File {
  return Object.defineProperty(new File(['{}'], name), 'text', { value: () => new Promise(() => {}) });
}

it.each([
  ['docker-compose.yml', t('options.registryFiles')],
  ['environments.json', t('options.environment.importFile')],
])(
  'the progress of reading a large file is shown after 300 ms, with a button that cancels reading: %s',
  async (name, label) => {
    const { user, field, identityRequests, timers } = await open();
    await user.upload(screen.getByLabelText(label), endlessFile(name));
    await waitFor(() => expect(timers.map(({ delay }) => delay)).toEqual([300]));
    expect(screen.queryByRole('progressbar')).toBeNull();
    timers[0]?.task();
    await screen.findByRole('progressbar', { name: t('import.reading', { name }) });
    await user.click(button(`Cancel reading ${name}`));
    await screen.findByText(t('options.setUp.cancelled', { name }));
    expect(screen.queryByRole('progressbar')).toBeNull();
    expect(field(t('options.name')).value).toBe('Local registry');
    expect(identityRequests).toEqual([]);
  },
);

it('reading a large file is cancelled when another file is read', async () => {
  const { user, field } = await open();
  const files = screen.getByLabelText(t('options.registryFiles'));
  await user.upload(files, endlessFile('docker-compose.yml'));
  await user.upload(files, new File(['{"realm":"my-realm"}'], 'realm-export.json'));
  await waitFor(() => expect(field(t('options.realm')).value).toBe('my-realm'));
});

it('cancelling an import shows how many environments were already imported', async () => {
  let saved = 0;
  const slowSave = createDeferred<void>();
  const { user, timers } = await open({
    saveEnvironment: async ({ draft }) => {
      saved += 1;
      if (saved === 2) await slowSave.promise;
      return { ok: true, value: { ...draft, id: `new-${saved}` } };
    },
  });
  const text = exportEnvironments([LOCAL_REGISTRY, staging, LOCAL_REGISTRY]);
  await user.upload(screen.getByLabelText(t('options.environment.importFile')), new File([text], 'environments.json'));
  await waitFor(() => expect(saved).toBe(2));
  timers[0]?.task();
  await user.click(await screen.findByRole('button', { name: t('import.stop', { name: 'environments.json' }) }));
  slowSave.resolve();
  await screen.findByText(`${t('options.environmentsImported', 2)}.`);
  expect(saved).toBe(2);
});

it('an environment that the background rejects is not counted as imported', async () => {
  const { user } = await open({
    saveEnvironment: ({ draft }) =>
      draft.name === staging.name
        ? { ok: false, failure: { reason: 'invalid', problems: [] } }
        : { ok: true, value: { ...draft, id: 'new' } },
  });
  const text = exportEnvironments([LOCAL_REGISTRY, staging]);
  await user.upload(screen.getByLabelText(t('options.environment.importFile')), new File([text], 'environments.json'));
  expect(await screen.findByText(`${t('options.environmentsImported', 1)}.`)).not.toBeNull();
});

it('an options page whose background does not respond shows an error, and preserves the input', async () => {
  const { user, field } = await open({ saveEnvironment: () => NO_BACKGROUND });
  await user.type(field(t('options.name')), ' 2');
  await user.click(button(t('options.save')));
  await screen.findByText(tPattern('background.noResponse'));
  expect(field(t('options.name')).value).toBe('Local registry 2');
});
