/** Optional separator of the words of a name: `apiKey`, `api-key`, `API_KEY`, `api.key`. */
const SEPARATOR = '[-_. ]?';

/** Returns a pattern for words with optional separators. */
function joinWords(...words: readonly string[]): string {
  return words.join(SEPARATOR);
}

// Words that may precede `password`, `token`, `secret` and `key` in a name.
const PASSWORD_PREFIXES =
  'user|login|new|old|current|confirm|repeat|my|admin|account|default|temp|temporary|initial|db|database|smtp|proxy|keycloak';
const TOKEN_PREFIXES = [
  'access|refresh|id|auth|authentication|authorization|bearer|api|user|session|security|private|oauth|oauth2|jwt',
  'identity|reset|verification|verify|confirmation|activation|invite|invitation|magic|action|registration|login|sso',
  'bot|service|client|github|gitlab|npm|slack|vault',
  joinWords('authenticated', 'user'),
  joinWords('personal', 'access'),
  joinWords('password', 'reset'),
  joinWords('reset', 'password'),
  joinWords('email', 'verification'),
  joinWords('amz', 'security'),
].join('|');
const SECRET_PREFIXES = 'client|api|app|consumer|shared|webhook|user|oauth|jwt|auth|access|totp|otp';
const KEY_PREFIXES = [
  'api|private|secret|signing|encryption|subscription|account|auth|functions',
  joinWords('goog', 'api'),
  joinWords('ocp', 'apim', 'subscription'),
  joinWords('shared', 'access'),
  joinWords('secret', 'access'),
  joinWords('aws', 'secret', 'access'),
].join('|');

/**
 * Names of secrets.
 * Does not match `tokenType`, `passwordLength`, `resetPassword`, or `pass` of an ASSESS event.
 */
const SECRET_NAME = new RegExp(
  `^(?:${[
    `(?:(?:${PASSWORD_PREFIXES})${SEPARATOR})?(?:password|passwd|passphrase|passcode|pwd)`,
    joinWords('user', 'pass'),
    `(?:x${SEPARATOR})?(?:(?:${TOKEN_PREFIXES})${SEPARATOR})?token`,
    `(?:(?:${SECRET_PREFIXES})${SEPARATOR})?secret`,
    `(?:x${SEPARATOR})?(?:${KEY_PREFIXES})${SEPARATOR}key`,
    joinWords('aws', 'access', 'key', 'id'),
    `(?:proxy${SEPARATOR})?authorization`,
    joinWords('authorization', 'code'),
    `(?:set${SEPARATOR})?cookie`,
    `(?:(?:email|sms|mobile|login)${SEPARATOR})?t?otp`,
    'jwt',
  ].join('|')})$`,
  'i',
);

/** Session cookies, which are credentials. */
const SESSION_COOKIES: ReadonlySet<string> = new Set([
  'JSESSIONID',
  'PHPSESSID',
  'KEYCLOAK_IDENTITY',
  'KEYCLOAK_IDENTITY_LEGACY',
  'KEYCLOAK_SESSION',
  'KEYCLOAK_SESSION_LEGACY',
  'AUTH_SESSION_ID',
  'AUTH_SESSION_ID_LEGACY',
]);

/** Session cookies of web frameworks. Other fields may have these names, too. */
const FRAMEWORK_COOKIE = /^(?:jsessionid|phpsessid|connect\.sid|laravel_session|ci_session|asp\.net_sessionid)$/i;

/**
 * Parameters of signed URLs.
 * They include the list of OpenTelemetry (semantic conventions, `url.full`).
 */
const SIGNATURE_PARAMETER =
  /^(?:sig|signature|hmac|(?:x-(?:amz|goog|oss|cos|ms)-|q-)(?:signature|credential|security-token)|(?:aws|oss)accesskeyid)$/i;
const TOKEN_PARAMETER = /^(?:.*[a-z_-]token|session_code|code_verifier|client_assertion|samlresponse|auth_?code)$/i;
/** Pagination and CSRF tokens, which aren't credentials. */
const HARMLESS_TOKEN =
  /^(?:next|previous|prev|page|next[-_]?page|continuation|sync|start|skip|cursor|csrf|xsrf|csrfmiddleware)[-_]?token$/i;

const DIGITS_NAME = /(?:otp|password|passwd|passcode|pwd)$/i;
/** Smallest secret number. Smaller numbers are counts, such as attempts. */
const MIN_SECRET_NUMBER = 1_000;

const MAX_NAME_CHARS = 64;
/** Limit of the cache. Events repeat a few names. New names beyond the limit are not cached. */
const MAX_CACHED_NAMES = 2_000;
const cachedResults = new Map<string, boolean>();

/**
 * Whether a field with this name contains a secret, whatever its value.
 * True for `password`, `access_token`, `x-api-key` and `JSESSIONID`.
 */
export function isSecretName(name: string): boolean {
  if (name.length > MAX_NAME_CHARS) return false;
  const cached = cachedResults.get(name);
  if (cached !== undefined) return cached;
  const isSecret = SESSION_COOKIES.has(name) || SECRET_NAME.test(name);
  if (cachedResults.size < MAX_CACHED_NAMES) cachedResults.set(name, isSecret);
  return isSecret;
}

/** Whether a number in a field with this name is a one-time password or a password of digits. */
export function isSecretNumber(name: string, value: number): boolean {
  return value >= MIN_SECRET_NUMBER && DIGITS_NAME.test(name) && isSecretName(name);
}

/** Whether a cookie with this name is a session credential. */
export function isSessionCookie(name: string): boolean {
  return SESSION_COOKIES.has(name) || FRAMEWORK_COOKIE.test(name);
}

/** Whether a parameter with this name signs its URL, so that the URL itself is a credential. */
export function isSignatureParameter(name: string): boolean {
  return SIGNATURE_PARAMETER.test(name);
}

/** Whether a parameter with this name is a credential, such as `access_token` or `invite_token`. */
export function isTokenParameter(name: string): boolean {
  return isSecretName(name) || (TOKEN_PARAMETER.test(name) && !HARMLESS_TOKEN.test(name));
}

/**
 * Whether a header with this name is a credential.
 * Matches only names that rarely precede a colon in prose.
 */
export function isCredentialHeader(name: string): boolean {
  return /^(?:x-|(?:proxy-)?authorization$)/i.test(name) && isSecretName(name);
}
