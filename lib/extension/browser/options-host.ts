import type { Environment } from '#core/identity/environment';
import { checkEnvironment, type EnvironmentCheckDeps } from '#core/identity/environment-check';
import { matchPatternOf } from '#core/util/site';
import { setTimer } from '#extension/browser-scheduler';
import { download } from '#panel/download';
import { SETTINGS_KEY } from '#panel/persistence/retention';
import { type StoredSettings, storeSettings } from '#panel/persistence/stored-settings';
import { hasHostAccess, requestHostAccess } from './background/permissions';
import { callIdentity } from './identity-requests';
import { languageStorage } from './language-storage';
import { openCaptureStorage } from './panel/capture-storage';
import { sharedStorage } from './shared-storage';
import { localStorage } from './storage';
import { openWelcome } from './tabs';
import { themeStorage } from './theme-storage';
import { siteStorage } from './watching';

/** Access to the stored captures, for the options page. */
const captureStorage = {
  /** Returns the stored bytes of the extension, or `null` if the browser has no estimate. */
  async readUsage(): Promise<number | null> {
    return (await navigator.storage?.estimate().catch(() => null))?.usage ?? null;
  },
  /** Deletes the stored events of all tabs. Rejects if the browser's database does not respond. */
  async clearCaptures(): Promise<void> {
    const captures = await openCaptureStorage();
    const metadata = await captures.metadata();
    await captures.remove(metadata.flatMap((stored) => keyOf(stored)));
  },
};

function keyOf(stored: unknown): readonly string[] {
  return typeof stored === 'object' && stored !== null && 'key' in stored && typeof stored.key === 'string'
    ? [stored.key]
    : [];
}

/** Storage of the panel's settings by name, for the options page. */
const panelSettingsStorage = {
  loadSettings: (): Promise<unknown> => localStorage.get(SETTINGS_KEY).catch(() => undefined),
  async changeSettings(changes: StoredSettings): Promise<void> {
    await storeSettings(sharedStorage, () => changes);
  },
};

/** Network access for the check of an environment, if the browser permits it. */
const connection: EnvironmentCheckDeps = {
  fetch: (input, init) => fetch(input, init),
  async mayCall(url) {
    const pattern = matchPatternOf(url);
    return pattern !== null && (await hasHostAccess([pattern]));
  },
};

/** Browser functions of the options page. */
export const optionsHost = {
  ask: callIdentity,
  requestPermission: requestHostAccess,
  checkEnvironment: (environment: Environment) => checkEnvironment(connection, environment),
  setTimer,
  yieldTask: () => new Promise<void>((resolve) => setTimeout(resolve)),
  download,
  openWelcome,
  ...languageStorage,
  ...themeStorage,
  ...siteStorage,
  ...captureStorage,
  ...panelSettingsStorage,
};
