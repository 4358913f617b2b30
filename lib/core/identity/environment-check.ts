import { parseBoundedJson } from '#core/json/json-values';
import { type MessageText, message } from '#core/util/message';
import * as z from '#core/util/zod';
import type { EnvironmentCheck } from './checked-part';
import { discoveryEndpoint, type Environment, expectedIssuer, providerHost, tokenEndpoint } from './environment';
import type { FailureSetting, LoginFailure } from './failure';
import { fetchText, type ProviderConnection, type ProviderResponse, postForm } from './provider-request';
import { toLoginFailure } from './token-endpoint';
import { cleanServerText } from './token-response';

/** The network, and the host permissions of the browser. */
export interface EnvironmentCheckDeps extends ProviderConnection {
  readonly mayCall: (url: string) => Promise<boolean>;
}

type WithoutPart<Found> = Found extends unknown ? Omit<Found, 'part'> : never;
type Check = WithoutPart<EnvironmentCheck>;
const passed = (result: MessageText): Check => ({ outcome: 'passed', message: result });
const failed = (problem: MessageText): Check => ({ outcome: 'failed', message: problem });
const skipped = (reason: MessageText): Check => ({ outcome: 'skipped', message: reason });

/** Checks every part of an environment, without a user id and a password. It logs no entity in. */
export async function checkEnvironment(
  deps: EnvironmentCheckDeps,
  environment: Environment,
): Promise<readonly EnvironmentCheck[]> {
  const [provider, registry] = await Promise.all([checkProvider(deps, environment), checkRegistry(deps, environment)]);
  return [...provider, { part: 'registry', ...registry }];
}

async function checkProvider(
  deps: EnvironmentCheckDeps,
  environment: Environment,
): Promise<readonly EnvironmentCheck[]> {
  const host = providerHost(environment);
  if (!(await deps.mayCall(environment.authUrl))) {
    return withoutProvider(skipped(message('identity.check.provider.noAccess', { host })));
  }
  const response = await fetchText(deps, discoveryEndpoint(environment));
  if (!response.ok) {
    return withoutProvider(toFailedCheck(response.failure, { environment, userId: '' }));
  }
  const check: EnvironmentCheck = {
    part: 'provider',
    ...passed(message('identity.check.provider.ok', { host })),
  };
  const discovery = readDiscovery(response.value);
  if (discovery === null) return [check, ...withoutRealm(environment, response.value)];
  return [
    check,
    { part: 'realm', ...passed(message('identity.check.realm.ok', { realm: environment.realm })) },
    { part: 'client', ...(await checkClient(deps, environment)) },
    { part: 'issuer', ...checkIssuer(environment, discovery.issuer) },
  ];
}

const discoverySchema = z.object({ issuer: z.string() });

function readDiscovery({ status, body }: ProviderResponse): z.infer<typeof discoverySchema> | null {
  if (status !== 200) return null;
  return discoverySchema.safeParse(parseBoundedJson(body)).data ?? null;
}

function withoutRealm({ realm, pathPrefix }: Environment, { status, body }: ProviderResponse): EnvironmentCheck[] {
  const isUnknownRealm = /realm does not exist/i.test(body);
  const problem = isUnknownRealm
    ? message('identity.check.realm.notFound', { realm })
    : message('identity.check.realm.wrongPath', {
        realm,
        status,
        pathPrefix: pathPrefix || message('identity.noPathPrefix'),
      });
  return [
    { part: 'realm', ...failed(problem) },
    { part: 'client', ...skipped(message('identity.check.skippedWithoutRealm')) },
    { part: 'issuer', ...skipped(message('identity.check.skippedWithoutRealm')) },
  ];
}

function withoutProvider(provider: Check): EnvironmentCheck[] {
  const skippedPart = skipped(message('identity.check.skippedWithoutProvider'));
  return [
    { part: 'provider', ...provider },
    { part: 'realm', ...skippedPart },
    { part: 'client', ...skippedPart },
    { part: 'issuer', ...skippedPart },
  ];
}

/** Requests a token without a user id. For a correct client, the provider complains only about the missing user. */
async function checkClient(deps: EnvironmentCheckDeps, environment: Environment): Promise<Check> {
  const form = { grant_type: 'password', client_id: environment.clientId };
  const response = await postForm(deps, tokenEndpoint(environment), form);
  const failure = response.ok ? toLoginFailure(response.value, []) : response.failure;
  if (failure.reason === 'rejected' && /username/i.test(failure.description)) {
    return passed(message('identity.check.client.ok', { clientId: environment.clientId }));
  }
  return toFailedCheck(failure, { environment, userId: message('identity.check.client.request') });
}

function toFailedCheck(failure: LoginFailure, setting: FailureSetting): Check {
  return { outcome: 'failed', failure, setting };
}

function checkIssuer(environment: Environment, issuer: string): Check {
  const expected = expectedIssuer(environment);
  if (issuer === expected) return passed(message('identity.check.issuer.ok', { issuer }));
  const cleanIssuer = cleanServerText(issuer, []);
  return failed(message('identity.check.issuer.mismatch', { issuer: cleanIssuer, environment: expected }));
}

async function checkRegistry(deps: EnvironmentCheckDeps, { registryUrl }: Environment): Promise<Check> {
  if (registryUrl === '') return skipped(message('identity.check.registry.noUrl'));
  const { host } = new URL(registryUrl);
  if (!(await deps.mayCall(registryUrl))) {
    return skipped(message('identity.check.registry.noAccess', { host }));
  }
  const response = await fetchText(deps, `${registryUrl}/`);
  if (response.ok || response.failure.reason === 'unreadable-response')
    return passed(message('identity.check.provider.ok', { host }));
  return failed(message('identity.check.registry.unreachable', { host }));
}
