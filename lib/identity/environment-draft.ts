import { fail, type Result, succeed } from '../result';
import { z } from '../zod';
import type { Environment } from './environment';

/** An environment as somebody typed it. */
export const environmentDraftSchema = z.object({
  name: z.string(),
  authUrl: z.string(),
  pathPrefix: z.string(),
  realm: z.string(),
  clientId: z.string(),
  registryUrl: z.string(),
  issuer: z.string(),
  keepSessions: z.boolean(),
});
export type EnvironmentDraft = Readonly<z.infer<typeof environmentDraftSchema>>;
/** The parts that are typed. */
export type EnvironmentField = Exclude<keyof EnvironmentDraft, 'keepSessions'>;

export const environmentProblemSchema = z.object({
  field: z.enum(['name', 'authUrl', 'pathPrefix', 'realm', 'clientId', 'registryUrl', 'issuer']),
  /** A sentence that says what is wrong and what would be right. */
  message: z.string(),
});
export type EnvironmentProblem = Readonly<z.infer<typeof environmentProblemSchema>>;

const LONGEST = 300;

/**
 * An environment from what was typed, tidied (spaces, slashes at the ends), or every problem of it, one per field.
 * `/auth` at the end of the address is taken as the path prefix that it is, not doubled.
 */
export function parseEnvironment(
  draft: EnvironmentDraft,
): Result<Omit<Environment, 'id'>, readonly EnvironmentProblem[]> {
  const pathPrefix = parsePathPrefix(draft.pathPrefix);
  const parts = {
    name: parseWord(draft.name, 'a name'),
    authUrl: parseAddress(draft.authUrl, pathPrefix.ok ? pathPrefix.value : ''),
    pathPrefix,
    realm: parseRealm(draft.realm),
    clientId: parseWord(draft.clientId, 'the client id, usually registry-frontend'),
    registryUrl: parseOptional(draft.registryUrl, parseRegistryUrl),
    issuer: parseOptional(draft.issuer, parseIssuer),
  };
  const { name, authUrl, realm, clientId, registryUrl, issuer } = parts;
  if (name.ok && authUrl.ok && pathPrefix.ok && realm.ok && clientId.ok && registryUrl.ok && issuer.ok) {
    return succeed({
      name: name.value,
      authUrl: authUrl.value,
      pathPrefix: pathPrefix.value,
      realm: realm.value,
      clientId: clientId.value,
      registryUrl: registryUrl.value,
      issuer: issuer.value,
      keepSessions: draft.keepSessions,
    });
  }
  const fields = Object.keys(parts) as EnvironmentField[];
  return fail(fields.flatMap((field) => problemOf(field, parts[field])));
}

function problemOf(field: EnvironmentField, part: Result<string, string>): EnvironmentProblem[] {
  return part.ok ? [] : [{ field, message: part.failure }];
}

function parseWord(typed: string, what: string): Result<string, string> {
  const word = typed.trim();
  if (word === '') return fail(`Enter ${what}.`);
  if (word.length > LONGEST) return fail(`This has ${word.length} characters. At most ${LONGEST} are allowed.`);
  return succeed(word);
}

function parseRealm(typed: string): Result<string, string> {
  const realm = parseWord(typed, 'the realm. It stands at the top of the realm export, usually sunbird-rc');
  if (!realm.ok) return realm;
  if (/[/\\?#]/.test(realm.value) || /^\.+$/.test(realm.value)) {
    return fail(`${realm.value} is an address, not a realm. Enter the name alone, for example sunbird-rc.`);
  }
  return realm;
}

function parsePathPrefix(typed: string): Result<string, string> {
  const segments = typed.trim().split('/').filter(Boolean);
  if (segments.some((segment) => !/^[\w.~-]+$/.test(segment) || /^\.+$/.test(segment))) {
    return fail('Enter a path such as /auth, or leave it empty. Spaces, ? and # are not allowed.');
  }
  return succeed(segments.map((segment) => `/${segment}`).join(''));
}

function parseAddress(typed: string, pathPrefix: string): Result<string, string> {
  const address = parseWord(typed, 'the address of the identity provider, for example http://localhost:8080');
  if (!address.ok) return address;
  const url = addressAsUrl(address.value);
  if (!url.ok) return url;
  const path = url.value.pathname.replace(/\/+$/, '');
  if (/\/realms(\/|$)/.test(path)) {
    return fail(`This names an endpoint. Enter only what stands before /realms: ${url.value.origin}.`);
  }
  const base = pathPrefix !== '' && path.endsWith(pathPrefix) ? path.slice(0, -pathPrefix.length) : path;
  return succeed(`${url.value.origin}${base}`);
}

function parseOptional(typed: string, parse: (typed: string) => Result<string, string>): Result<string, string> {
  return typed.trim() === '' ? succeed('') : parse(typed.trim());
}

/** What stands before `/api/v1`, which the calls themselves have. */
function parseRegistryUrl(typed: string): Result<string, string> {
  const url = addressAsUrl(typed);
  if (!url.ok) return url;
  return succeed(`${url.value.origin}${url.value.pathname.replace(/\/+$/, '').replace(/\/api\/v1$/, '')}`);
}

function parseIssuer(typed: string): Result<string, string> {
  const url = addressAsUrl(typed);
  return url.ok ? succeed(typed.replace(/\/+$/, '')) : url;
}

function addressAsUrl(address: string): Result<URL, string> {
  if (!/^[a-z][a-z\d+.-]*:\/\//i.test(address)) {
    return fail(`${address} does not start with http:// or https://. Try http://${address}.`);
  }
  const url = URL.canParse(address) ? new URL(address) : null;
  if (url === null) return fail(`${address} is not an address. Enter one such as http://localhost:8080.`);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    return fail(`${url.protocol}// cannot be called. Enter an address that starts with http:// or https://.`);
  }
  if (url.username !== '' || url.password !== '') return fail('Leave out the user name and password before the @.');
  if (url.search !== '' || url.hash !== '') return fail('Leave out what follows the ? or #.');
  return succeed(url);
}
