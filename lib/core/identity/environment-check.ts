import { parseJson } from '#core/json/json';
import { z } from '#core/util/zod';
import { i18n } from '#i18n';
import type { EnvironmentCheck } from './checked-part';
import { discoveryEndpoint, type Environment, expectedIssuer, providerHost, tokenEndpoint } from './environment';
import { explainFailure } from './failure-messages';
import { getText, type ProviderAnswer, type ProviderConnection, postForm } from './provider-request';
import { refusal } from './token-endpoint';

/** How an environment is tried: the network, and where the browser permits it. */
export interface CheckWorld extends ProviderConnection {
  readonly mayCall: (address: string) => Promise<boolean>;
}

type Check = Omit<EnvironmentCheck, 'part'>;
const good = (words: string): Check => ({ outcome: 'good', words });
const bad = (words: string): Check => ({ outcome: 'bad', words });
const notTried = (words: string): Check => ({ outcome: 'not-tried', words });

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
    return afterwards(notTried(i18n.t('identity.theBrowserLetsThisExtension', { host })));
  }
  const answer = await getText(world, discoveryEndpoint(environment));
  if (!answer.ok) {
    const { title, sentence } = explainFailure(answer.failure, { environment, userId: '' });
    return afterwards(bad(`${title}. ${sentence}`));
  }
  const answers: EnvironmentCheck = { part: 'Identity provider', ...good(i18n.t('identity.answers', { host })) };
  const found = readDiscovery(answer.value);
  if (found === null) return [answers, ...withoutRealm(environment, answer.value)];
  return [
    answers,
    { part: 'Realm', ...good(i18n.t('identity.isThere', { realm: environment.realm })) },
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
  const words = unknown
    ? i18n.t('identity.theProviderKnowsNoRealm', { realm })
    : i18n.t('identity.noRealmWasFoundThe', { realm, status, pathPrefix: pathPrefix || 'empty' });
  return [
    { part: 'Realm', ...bad(words) },
    { part: 'Client', ...notTried(i18n.t('identity.notTriedWithoutARealm')) },
    { part: 'Issuer', ...notTried(i18n.t('identity.notTriedWithoutARealm')) },
  ];
}

function afterwards(provider: Check): EnvironmentCheck[] {
  const later = notTried(i18n.t('identity.notTriedWithoutTheIdentity'));
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
    return good(i18n.t('identity.takesPasswordsDirectAccessGrants', { clientId: environment.clientId }));
  }
  const { title, sentence } = explainFailure(failure, { environment, userId: i18n.t('identity.theRequest') });
  return bad(`${title}. ${sentence}`);
}

function checkIssuer(environment: Environment, issuer: string): Check {
  if (issuer === expectedIssuer(environment)) return good(i18n.t('identity.tokensAreOf', { issuer }));
  return bad(i18n.t('identity.tokensAreOfButThe', { issuer, environment: expectedIssuer(environment) }));
}

async function checkRegistry(world: CheckWorld, { registryUrl }: Environment): Promise<Check> {
  if (registryUrl === '') return notTried(i18n.t('identity.noRegistryUrlIsEntered'));
  const { host } = new URL(registryUrl);
  if (!(await world.mayCall(registryUrl))) {
    return notTried(i18n.t('identity.theBrowserLetsThisExtension2', { host }));
  }
  const answer = await getText(world, `${registryUrl}/`);
  // Whatever the status: that somebody answers is all that can be seen without a token.
  if (answer.ok || answer.failure.reason === 'unreadable-answer') return good(i18n.t('identity.answers', { host }));
  return bad(i18n.t('identity.doesNotAnswerStartThe', { host }));
}
