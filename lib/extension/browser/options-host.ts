import type { Environment } from '#core/identity/environment';
import { checkEnvironment, type EnvironmentCheckDeps } from '#core/identity/environment-check';
import { matchPatternOf } from '#core/util/site';
import { setTimer } from '#extension/browser-scheduler';
import { hasHostAccess, requestHostAccess } from './background/permissions';
import { download } from './download';
import { askIdentity } from './identity-requests';
import { languageStorage } from './language-choice';
import { captureStorage, panelSettingsStorage } from './stored-captures';
import { openWelcome } from './tabs';
import { themeStorage } from './theme-choice';
import { siteStorage } from './watching';

/** The network, as far as the browser permits it. */
const connection: EnvironmentCheckDeps = {
  fetch: (input, init) => fetch(input, init),
  async mayCall(address) {
    const pattern = matchPatternOf(address);
    return pattern !== null && (await hasHostAccess([pattern]));
  },
};

/** What the options page needs of the browser. */
export const optionsHost = {
  ask: askIdentity,
  requestPermission: requestHostAccess,
  checkEnvironment: (environment: Environment) => checkEnvironment(connection, environment),
  setTimer,
  rest: () => new Promise<void>((resolve) => setTimeout(resolve)),
  download,
  openWelcome,
  ...languageStorage,
  ...themeStorage,
  ...siteStorage,
  ...captureStorage,
  ...panelSettingsStorage,
};
