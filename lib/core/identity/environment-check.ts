import { parseJson } from '#core/json/json';
import { type MessageText, message } from '#core/util/message';
import * as z from '#core/util/zod';
import type { EnvironmentCheck } from './checked-part';
import { discoveryEndpoint, type Environment, expectedIssuer, providerHost, tokenEndpoint } from './environment';
import type { FailureSetting, LoginFailure } from './failure';
import { explainFailure } from './failure-messages';
import { getText, type ProviderAnswer, type ProviderConnection, postForm } from './provider-request';
import { refusal } from './token-endpoint';

/** How an environment is tried: the network, and where the browser permits it. */
export interface CheckWorld extends ProviderConnection {
  readonly mayCall: (address: string) => Promise<boolean>;
}

type Check = Omit<EnvironmentCheck, 'part'>;
const good = (found: MessageText): Check => ({ outcome: 'good', message: found });
const bad = (found: MessageText): Check => ({ outcome: 'bad', message: found });
const notTried = (reason: MessageText): Check => ({ outcome: 'not-tried', message: reason });

/** Tries every part of an environment, with no user id and no password. Nobody is logged in by it. */
export async function checkEnvironment(
  world: CheckWorld,
  environment: Environment,
): Promise<readonly EnvironmentCheck[]> {
  const [provider, registry] = await Promise.all([
    checkProvider(world, environment),
    checkRegistry(world, environment),
  ]);
  return [...provider, { part: 'Registry', ...registry }];
}

async function checkProvider(world: CheckWorld, environment: Environment): Promise<readonly EnvironmentCheck[]> {
  const host = providerHost(environment);
  if (!(await world.mayCall(environment.authUrl))) {
    return afterwards(notTried(message('identity.theBrowserLetsThisExtension', { host })));
  }
  const answer = await getText(world, discoveryEndpoint(environment));
  if (!answer.ok) {
    return afterwards(failed(answer.failure, { environment, userId: '' }));
  }
  const answers: EnvironmentCheck = { part: 'Identity provider', ...good(message('identity.answers', { host })) };
  const found = readDiscovery(answer.value);
  if (found === null) return [answers, ...withoutRealm(environment, answer.value)];
  return [
    answers,
    { part: 'Realm', ...good(message('identity.isThere', { realm: environment.realm })) },
    { part: 'Client', ...(await checkClient(world, environment)) },
    { part: 'Issuer', ...checkIssuer(environment, found.issuer) },
  ];
}

const discoverySchema = z.object({ issuer: z.string() });

function readDiscovery({ status, body }: ProviderAnswer): z.infer<typeof discoverySchema> | null {
  if (status !== 200) return null;
  return discoverySchema.safeParse(parseJson(body)).data ?? null;
}

function withoutRealm({ realm, pathPrefix }: Environment, { status, body }: ProviderAnswer): EnvironmentCheck[] {
  const unknown = /realm does not exist/i.test(body);
  const problem = unknown
    ? message('identity.theProviderKnowsNoRealm', { realm })
    : message('identity.noRealmWasFoundThe', {
        realm,
        status,
        pathPrefix: pathPrefix || message('identity.noPathPrefix'),
      });
  return [
    { part: 'Realm', ...bad(problem) },
    { part: 'Client', ...notTried(message('identity.notTriedWithoutARealm')) },
    { part: 'Issuer', ...notTried(message('identity.notTriedWithoutARealm')) },
  ];
}

function afterwards(provider: Check): EnvironmentCheck[] {
  const later = notTried(message('identity.notTriedWithoutTheIdentity'));
  return [
    { part: 'Identity provider', ...provider },
    { part: 'Realm', ...later },
    { part: 'Client', ...later },
    { part: 'Issuer', ...later },
  ];
}

/** Asks for a token without a user id: a client that may do it complains of that alone. */
async function checkClient(world: CheckWorld, environment: Environment): Promise<Check> {
  const form = { grant_type: 'password', client_id: environment.clientId };
  const answer = await postForm(world, tokenEndpoint(environment), form);
  const failure = answer.ok
    ? refusal(answer.value.status, answer.value.body, answer.value.contentType, [])
    : answer.failure;
  if (failure.reason === 'rejected' && /username/i.test(failure.detail)) {
    return good(message('identity.takesPasswordsDirectAccessGrants', { clientId: environment.clientId }));
  }
  return failed(failure, { environment, userId: message('identity.theRequest') });
}

function failed(failure: LoginFailure, setting: FailureSetting): Check {
  return bad(message('identity.titleAndSentence', { ...explainFailure(failure, setting) }));
}

function checkIssuer(environment: Environment, issuer: string): Check {
  if (issuer === expectedIssuer(environment)) return good(message('identity.tokensAreOf', { issuer }));
  return bad(message('identity.tokensAreOfButThe', { issuer, environment: expectedIssuer(environment) }));
}

async function checkRegistry(world: CheckWorld, { registryUrl }: Environment): Promise<Check> {
  if (registryUrl === '') return notTried(message('identity.noRegistryUrlIsEntered'));
  const { host } = new URL(registryUrl);
  if (!(await world.mayCall(registryUrl))) {
    return notTried(message('identity.theBrowserLetsThisExtension2', { host }));
  }
  const answer = await getText(world, `${registryUrl}/`);
  // Whatever the status: that somebody answers is all that can be seen without a token.
  if (answer.ok || answer.failure.reason === 'unreadable-answer') return good(message('identity.answers', { host }));
  return bad(message('identity.doesNotAnswerStartThe', { host }));
}
