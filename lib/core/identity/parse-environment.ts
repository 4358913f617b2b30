import { trimEnd } from '#core/util/copy-text';
import { type Message, message } from '#core/util/message';
import { fail, type Result, succeed } from '#core/util/result';
import { type Environment, FILTER_SYNTAX, registryUrlFilter } from './environment';
import type { EnvironmentDraft, EnvironmentField, EnvironmentProblem } from './environment-draft';

const MAX_FIELD_CHARS = 300;
/** Browsers and servers accept URLs of at least this length. */
const MAX_REGISTRY_URL_CHARACTERS = 2000;

/**
 * Parses a draft of an environment, or returns its problems, one per field.
 * Trims spaces and slashes at both ends. `/auth` at the end of the URL becomes the path prefix and is not duplicated.
 */
export function parseEnvironment(
  draft: EnvironmentDraft,
): Result<Omit<Environment, 'id'>, readonly EnvironmentProblem[]> {
  const pathPrefix = parsePathPrefix(draft.pathPrefix);
  const parts = {
    name: parseWord(draft.name, message('identity.field.name')),
    authUrl: parseAuthUrl(draft.authUrl, pathPrefix.ok ? pathPrefix.value : ''),
    pathPrefix,
    realm: parseRealm(draft.realm),
    clientId: parseWord(draft.clientId, message('identity.field.clientId')),
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
  return fail(fields.flatMap((field) => toProblems(field, parts[field])));
}

function toProblems(field: EnvironmentField, part: Result<string, Message>): EnvironmentProblem[] {
  return part.ok ? [] : [{ field, message: part.failure }];
}

function parseWord(input: string, fieldName: Message): Result<string, Message> {
  const word = input.trim();
  if (word === '') return fail(message('identity.fieldError.missing', { what: fieldName }));
  if (word.length > MAX_FIELD_CHARS) return fail(tooLong(word, MAX_FIELD_CHARS));
  return succeed(word);
}

function parseRealm(input: string): Result<string, Message> {
  const realm = parseWord(input, message('identity.field.realm'));
  if (!realm.ok) return realm;
  if (/[/\\?#]/.test(realm.value) || /^\.+$/.test(realm.value)) {
    return fail(message('identity.fieldError.realmIsUrl', { value: realm.value }));
  }
  return realm;
}

function parsePathPrefix(input: string): Result<string, Message> {
  const segments = input.trim().split('/').filter(Boolean);
  if (segments.some((segment) => !/^[\w.~-]+$/.test(segment) || /^\.+$/.test(segment))) {
    return fail(message('identity.fieldError.pathPrefix'));
  }
  return succeed(segments.map((segment) => `/${segment}`).join(''));
}

function parseAuthUrl(input: string, pathPrefix: string): Result<string, Message> {
  const word = parseWord(input, message('identity.field.authUrl'));
  if (!word.ok) return word;
  const url = parseHttpUrl(word.value);
  if (!url.ok) return url;
  const path = trimEnd(url.value.pathname, '/');
  if (/\/realms(\/|$)/.test(path)) {
    return fail(message('identity.fieldError.endpointUrl', { origin: url.value.origin }));
  }
  const authUrl = `${url.value.origin}${pathPrefix === '' ? path : trimSuffixes(path, pathPrefix)}`;
  // Non-ASCII characters in a path are longer when they are encoded.
  return authUrl.length > MAX_FIELD_CHARS ? fail(tooLong(authUrl, MAX_FIELD_CHARS)) : succeed(authUrl);
}

function parseOptional(input: string, parse: (input: string) => Result<string, Message>): Result<string, Message> {
  return input.trim() === '' ? succeed('') : parse(input.trim());
}

/** Parses the base URL, without the `/api/v1` that each call appends. */
function parseRegistryUrl(input: string): Result<string, Message> {
  if (input.length > MAX_REGISTRY_URL_CHARACTERS) return fail(tooLong(input, MAX_REGISTRY_URL_CHARACTERS));
  const url = parseHttpUrl(input);
  if (!url.ok) return url;
  const registryUrl = `${url.value.origin}${trimSuffixes(url.value.pathname, '/api/v1')}`;
  if (registryUrl.length > MAX_REGISTRY_URL_CHARACTERS) return fail(tooLong(registryUrl, MAX_REGISTRY_URL_CHARACTERS));
  if (registryUrlFilter(registryUrl) !== null) return succeed(registryUrl);
  const [character = ''] = FILTER_SYNTAX.exec(registryUrl) ?? [];
  return fail(message('identity.fieldError.registryUrlCharacter', { character }));
}

function tooLong({ length }: string, longest: number): Message {
  return message('identity.fieldError.tooLong', { n: length, longest });
}

/** Removes repeated suffixes and slashes at the end, so that a saved URL stays the same when it is parsed again. */
function trimSuffixes(path: string, suffix: string): string {
  let trimmed = trimEnd(path, '/');
  while (trimmed.endsWith(suffix)) trimmed = trimEnd(trimmed.slice(0, -suffix.length), '/');
  return trimmed;
}

function parseIssuer(input: string): Result<string, Message> {
  const url = parseHttpUrl(input);
  return url.ok ? succeed(trimEnd(input, '/')) : url;
}

function parseHttpUrl(input: string): Result<URL, Message> {
  if (!/^[a-z][a-z\d+.-]*:\/\//i.test(input)) {
    return fail(message('identity.fieldError.noScheme', { url: input, url2: input }));
  }
  const url = URL.canParse(input) ? new URL(input) : null;
  if (url === null) return fail(message('identity.fieldError.invalidUrl', { url: input }));
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    return fail(message('identity.fieldError.unsupportedScheme', { protocol: url.protocol }));
  }
  if (url.username !== '' || url.password !== '') return fail(message('identity.fieldError.urlWithCredentials'));
  if (url.search !== '' || url.hash !== '') return fail(message('identity.fieldError.urlWithQuery'));
  return succeed(url);
}
