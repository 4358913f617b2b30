import { z } from '../zod';
import { discoveryEndpoint, type Environment, expectedIssuer, providerHost, tokenEndpoint } from './environment';
import { explainFailure } from './failure-words';
import { getText, type ProviderAnswer, type ProviderConnection, postForm } from './provider-request';
import { refusal } from './token-endpoint';

export const environmentCheckSchema = z.object({
  part: z.enum(['Identity provider', 'Realm', 'Client', 'Issuer', 'Registry']),
  outcome: z.enum(['good', 'bad', 'not-tried']),
  /** A sentence: what was found, and what to do about it. */
  words: z.string(),
});
export type EnvironmentCheck = Readonly<z.infer<typeof environmentCheckSchema>>;

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
    return afterwards(
      notTried(`The browser lets this extension call ${host} only after you allow it. Log in there once.`),
    );
  }
  const answer = await getText(world, discoveryEndpoint(environment));
  if (!answer.ok) {
    const { title, sentence } = explainFailure(answer.failure, { environment, userId: '' });
    return afterwards(bad(`${title}. ${sentence}`));
  }
  const answers: EnvironmentCheck = { part: 'Identity provider', ...good(`${host} answers.`) };
  const found = readDiscovery(answer.value);
  if (found === null) return [answers, ...withoutRealm(environment, answer.value)];
  return [
    answers,
    { part: 'Realm', ...good(`${environment.realm} is there.`) },
    { part: 'Client', ...(await checkClient(world, environment)) },
    { part: 'Issuer', ...checkIssuer(environment, found.issuer) },
  ];
}

const discoverySchema = z.object({ issuer: z.string() });

function readDiscovery({ status, body }: ProviderAnswer): z.infer<typeof discoverySchema> | null {
  if (status !== 200) return null;
  try {
    return discoverySchema.safeParse(JSON.parse(body)).data ?? null;
  } catch {
    return null;
  }
}

function withoutRealm({ realm, pathPrefix }: Environment, { status, body }: ProviderAnswer): EnvironmentCheck[] {
  const unknown = /realm does not exist/i.test(body);
  const words = unknown
    ? `The provider knows no realm ${realm}. Compare it with the top of the realm export.`
    : `No realm ${realm} was found: the provider answered ${status}. Compare the path prefix (${pathPrefix || 'empty'}): Keycloak from 17 on has none, older ones have /auth.`;
  return [
    { part: 'Realm', ...bad(words) },
    { part: 'Client', ...notTried('Not tried without a realm.') },
    { part: 'Issuer', ...notTried('Not tried without a realm.') },
  ];
}

function afterwards(provider: Check): EnvironmentCheck[] {
  const later = notTried('Not tried without the identity provider.');
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
    return good(`${environment.clientId} takes passwords (Direct Access Grants are on).`);
  }
  const { title, sentence } = explainFailure(failure, { environment, userId: 'the request' });
  return bad(`${title}. ${sentence}`);
}

function checkIssuer(environment: Environment, issuer: string): Check {
  if (issuer === expectedIssuer(environment)) return good(`Tokens are of ${issuer}.`);
  return bad(
    `Tokens are of ${issuer}, but the registry takes those of ${expectedIssuer(environment)}: it will answer 401. Use the address that the registry knows, or correct the issuer.`,
  );
}

async function checkRegistry(world: CheckWorld, { registryUrl }: Environment): Promise<Check> {
  if (registryUrl === '') return notTried('No registry URL is entered.');
  const { host } = new URL(registryUrl);
  if (!(await world.mayCall(registryUrl))) {
    return notTried(`The browser lets this extension call ${host} only after you allow it. Make a call there once.`);
  }
  const answer = await getText(world, `${registryUrl}/`);
  // Whatever the status: that somebody answers is all that can be seen without a token.
  if (answer.ok || answer.failure.reason === 'unreadable-answer') return good(`${host} answers.`);
  return bad(`${host} does not answer. Start the registry, or change its address.`);
}
