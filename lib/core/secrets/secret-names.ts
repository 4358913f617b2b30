/** The words of a name may be joined in any way: `apiKey`, `api-key`, `API_KEY`, `api.key`. */
const SEP = '[-_. ]?';

function joined(...words: readonly string[]): string {
  return words.join(SEP);
}

const OF_PASSWORD =
  'user|login|new|old|current|confirm|repeat|my|admin|account|default|temp|temporary|initial|db|database|smtp|proxy|keycloak';
const OF_TOKEN = [
  'access|refresh|id|auth|authentication|authorization|bearer|api|user|session|security|private|oauth|oauth2|jwt',
  'identity|reset|verification|verify|confirmation|activation|invite|invitation|magic|action|registration|login|sso',
  'bot|service|client|github|gitlab|npm|slack|vault',
  joined('authenticated', 'user'),
  joined('personal', 'access'),
  joined('password', 'reset'),
  joined('reset', 'password'),
  joined('email', 'verification'),
  joined('amz', 'security'),
].join('|');
const OF_SECRET = 'client|api|app|consumer|shared|webhook|user|oauth|jwt|auth|access|totp|otp';
const OF_KEY = [
  'api|private|secret|signing|encryption|subscription|account|auth|functions',
  joined('goog', 'api'),
  joined('ocp', 'apim', 'subscription'),
  joined('shared', 'access'),
  joined('secret', 'access'),
  joined('aws', 'secret', 'access'),
].join('|');

/** `tokenType`, `passwordLength`, `resetPassword`, and `pass` of an ASSESS event are none. */
const SECRET_NAME = new RegExp(
  `^(?:${[
    `(?:(?:${OF_PASSWORD})${SEP})?(?:password|passwd|passphrase|passcode|pwd)`,
    joined('user', 'pass'),
    `(?:x${SEP})?(?:(?:${OF_TOKEN})${SEP})?token`,
    `(?:(?:${OF_SECRET})${SEP})?secret`,
    `(?:x${SEP})?(?:${OF_KEY})${SEP}key`,
    joined('aws', 'access', 'key', 'id'),
    `(?:proxy${SEP})?authorization`,
    joined('authorization', 'code'),
    `(?:set${SEP})?cookie`,
    `(?:(?:email|sms|mobile|login)${SEP})?t?otp`,
    'jwt',
  ].join('|')})$`,
  'i',
);

/** Cookies that are a session: whoever has one is logged in. */
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

/** Cookies of web frameworks, whose names are those of other fields too. */
const FRAMEWORK_COOKIE = /^(?:jsessionid|phpsessid|connect\.sid|laravel_session|ci_session|asp\.net_sessionid)$/i;

/** The list of OpenTelemetry (semantic conventions, `url.full`) is in it; further storage services sign alike. */
const SIGNATURE_PARAMETER =
  /^(?:sig|signature|hmac|(?:x-(?:amz|goog|oss|cos|ms)-|q-)(?:signature|credential|security-token)|(?:aws|oss)accesskeyid)$/i;
const TOKEN_PARAMETER = /^(?:.*[a-z_-]token|session_code|code_verifier|client_assertion|samlresponse|auth_?code)$/i;
/** Tokens that name a place in a list, or that protect a form and are no credential. */
const HARMLESS_TOKEN =
  /^(?:next|previous|prev|page|next[-_]?page|continuation|sync|start|skip|cursor|csrf|xsrf|csrfmiddleware)[-_]?token$/i;

const DIGITS_NAME = /(?:otp|password|passwd|passcode|pwd)$/i;
/** Smaller numbers are counts, as of attempts. */
const MIN_SECRET_NUMBER = 1_000;

const MAX_NAME_CHARS = 64;
/** Events have the same few names over and over; a page that makes up new ones gains nothing. */
const MAX_CACHED_NAMES = 2_000;
const judged = new Map<string, boolean>();

/**
 * Whether a field of this name holds a secret, whatever its value looks like.
 * `password`, `access_token`, `x-api-key` and `JSESSIONID` do.
 */
export function isSecretName(name: string): boolean {
  if (name.length > MAX_NAME_CHARS) return false;
  const known = judged.get(name);
  if (known !== undefined) return known;
  const isSecret = SESSION_COOKIES.has(name) || SECRET_NAME.test(name);
  if (judged.size < MAX_CACHED_NAMES) judged.set(name, isSecret);
  return isSecret;
}

/** Whether a number in a field of this name is a secret: a one-time password, or a password of digits. */
export function isSecretNumber(name: string, value: number): boolean {
  return value >= MIN_SECRET_NUMBER && DIGITS_NAME.test(name) && isSecretName(name);
}

/** Whether whoever has the cookie of this name is logged in. */
export function isSessionCookie(name: string): boolean {
  return SESSION_COOKIES.has(name) || FRAMEWORK_COOKIE.test(name);
}

/** Whether a parameter of this name signs its URL: whoever has the URL may do what the URL says. */
export function isSignatureParameter(name: string): boolean {
  return SIGNATURE_PARAMETER.test(name);
}

/** Whether a parameter of this name lets in whoever has its value: `access_token`, `invite_token`. */
export function isTokenParameter(name: string): boolean {
  return isSecretName(name) || (TOKEN_PARAMETER.test(name) && !HARMLESS_TOKEN.test(name));
}

/** Whether a header of this name is a credential. Prose has such a word before a colon rarely. */
export function isCredentialHeader(name: string): boolean {
  return /^(?:x-|(?:proxy-)?authorization$)/i.test(name) && isSecretName(name);
}
