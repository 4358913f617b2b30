import { parseBoundedJson } from '#core/json/json-values';
import { type MessageText, message } from '#core/util/message';
import * as z from '#core/util/zod';
import type { EnvironmentCheck } from './checked-part';
import { discoveryEndpoint, type Environment, expectedIssuer, providerHost, tokenEndpoint } from './environment';
import type { FailureSetting, LoginFailure } from './failure';
import { fetchText, type ProviderConnection, type ProviderResponse, postForm } from './provider-request';
import { toLoginFailure } from './token-endpoint';

/** How an environment is tried: the network, and where the browser permits it. */
export interface EnvironmentCheckDeps extends ProviderConnection {
  readonly mayCall: (address: string) => Promise<boolean>;
}

type WithoutPart<Found> = Found extends unknown ? Omit<Found, 'part'> : never;
type Check = WithoutPart<EnvironmentCheck>;
const good = (found: MessageText): Check => ({ outcome: 'good', message: found });
const bad = (found: MessageText): Check => ({ outcome: 'bad', message: found });
const notTried = (reason: MessageText): Check => ({ outcome: 'not-tried', message: reason });

/** Tries every part of an environment, with no user id and no password. It logs no entity in. */
export async function checkEnvironment(
  deps: EnvironmentCheckDeps,
  environment: Environment,
): Promise<readonly EnvironmentCheck[]> {
  const [provider, registry] = await Promise.all([checkProvider(deps, environment), checkRegistry(deps, environment)]);
  return [...provider, { part: 'Registry', ...registry }];
}

async function checkProvider(
  deps: EnvironmentCheckDeps,
  environment: Environment,
): Promise<readonly EnvironmentCheck[]> {
  const host = providerHost(environment);
  if (!(await deps.mayCall(environment.authUrl))) {
    return afterwards(notTried(message('identity.check.provider.noAccess', { host })));
  }
  const response = await fetchText(deps, discoveryEndpoint(environment));
  if (!response.ok) {
    return afterwards(failed(response.failure, { environment, userId: '' }));
  }
  const check: EnvironmentCheck = {
    part: 'Identity provider',
    ...good(message('identity.check.provider.ok', { host })),
  };
  const found = readDiscovery(response.value);
  if (found === null) return [check, ...withoutRealm(environment, response.value)];
  return [
    check,
    { part: 'Realm', ...good(message('identity.check.realm.ok', { realm: environment.realm })) },
    { part: 'Client', ...(await checkClient(deps, environment)) },
    { part: 'Issuer', ...checkIssuer(environment, found.issuer) },
  ];
}

const discoverySchema = z.object({ issuer: z.string() });

function readDiscovery({ status, body }: ProviderResponse): z.infer<typeof discoverySchema> | null {
  if (status !== 200) return null;
  return discoverySchema.safeParse(parseBoundedJson(body)).data ?? null;
}

function withoutRealm({ realm, pathPrefix }: Environment, { status, body }: ProviderResponse): EnvironmentCheck[] {
  const unknown = /realm does not exist/i.test(body);
  const problem = unknown
    ? message('identity.check.realm.notFound', { realm })
    : message('identity.check.realm.wrongPath', {
        realm,
        status,
        pathPrefix: pathPrefix || message('identity.noPathPrefix'),
      });
  return [
    { part: 'Realm', ...bad(problem) },
    { part: 'Client', ...notTried(message('identity.check.skippedWithoutRealm')) },
    { part: 'Issuer', ...notTried(message('identity.check.skippedWithoutRealm')) },
  ];
}

function afterwards(provider: Check): EnvironmentCheck[] {
  const later = notTried(message('identity.check.skippedWithoutProvider'));
  return [
    { part: 'Identity provider', ...provider },
    { part: 'Realm', ...later },
    { part: 'Client', ...later },
    { part: 'Issuer', ...later },
  ];
}

/** Requests a token without a user id: a client that may do it reports only the missing user. */
async function checkClient(deps: EnvironmentCheckDeps, environment: Environment): Promise<Check> {
  const form = { grant_type: 'password', client_id: environment.clientId };
  const response = await postForm(deps, tokenEndpoint(environment), form);
  const failure = response.ok ? toLoginFailure(response.value, []) : response.failure;
  if (failure.reason === 'rejected' && /username/i.test(failure.detail)) {
    return good(message('identity.check.client.ok', { clientId: environment.clientId }));
  }
  return failed(failure, { environment, userId: message('identity.check.client.request') });
}

function failed(failure: LoginFailure, setting: FailureSetting): Check {
  return { outcome: 'bad', failure, setting };
}

function checkIssuer(environment: Environment, issuer: string): Check {
  if (issuer === expectedIssuer(environment)) return good(message('identity.check.issuer.ok', { issuer }));
  return bad(message('identity.check.issuer.mismatch', { issuer, environment: expectedIssuer(environment) }));
}

async function checkRegistry(deps: EnvironmentCheckDeps, { registryUrl }: Environment): Promise<Check> {
  if (registryUrl === '') return notTried(message('identity.check.registry.noUrl'));
  const { host } = new URL(registryUrl);
  if (!(await deps.mayCall(registryUrl))) {
    return notTried(message('identity.check.registry.noAccess', { host }));
  }
  const response = await fetchText(deps, `${registryUrl}/`);
  if (response.ok || response.failure.reason === 'unreadable-answer')
    return good(message('identity.check.provider.ok', { host }));
  return bad(message('identity.check.registry.unreachable', { host }));
}
