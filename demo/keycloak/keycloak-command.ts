import { parseArgs } from 'node:util';
import { waitForTermination } from '../ending';
import { CLIENTS } from '../identity-provider/clients';
import { endpointOf, type LoginProvider } from '../identity-provider/login-provider';
import { printError, printLine } from '../print-line';
import { startKeycloak } from './keycloak';
import { findRuntime, runTool } from './tools';

const CANNOT_RUN = 3;

const { values } = parseArgs({
  options: { port: { type: 'string', default: '8080' }, 'path-prefix': { type: 'string', default: '/auth' } },
});
const runtime = findRuntime(runTool);
if (runtime.ok) {
  printLine('Starting Keycloak. The first time takes a minute or two.');
  const pathPrefix = values['path-prefix'].replace(/\/+$/, '');
  const keycloak = await startKeycloak({ runtime: runtime.value, pathPrefix, port: Number(values.port) });
  printLine(description(keycloak));
  await waitForTermination();
  await keycloak.stop();
} else {
  printError(runtime.failure);
  process.exitCode = CANNOT_RUN;
}

function description(provider: LoginProvider): string {
  const { url, pathPrefix, realm, entities } = provider;
  const users = entities.map(({ userId, password, state }) => `  ${userId.padEnd(12)} ${password}  ${state}`);
  return [
    `\nAuth URL     ${url}`,
    `Path prefix  ${pathPrefix || '(empty)'}`,
    `Realm        ${realm}`,
    `Clients      ${CLIENTS.map(({ clientId }) => clientId).join(', ')}`,
    `Tokens       ${endpointOf(provider, 'token')}`,
    '\nTest entities, with passwords generated at this start:',
    ...users,
    '\nCtrl-C ends it; no data is stored.',
  ].join('\n');
}
