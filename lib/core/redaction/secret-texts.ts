import { isSecretName, SECRET_SHAPES } from '#core/secrets/secret-shapes';
import { isPseudonym, type Pseudonyms } from './pseudonyms';

/**
 * What an export hides besides the secrets that are a finding in an event: texts of responses and addresses may hold
 * headers as lines, and tokens of well-known makers. The group `secret` is the part that is hidden.
 */
const MORE_SHAPES: readonly RegExp[] = [
  /\b(?:proxy-)?authorization["']?\s*[:=]\s*["']?(?:(?:Bearer|Basic|Digest|Token)\s+)?(?<secret>[^\s"',;]{8,})/gi,
  /\bx-(?:authenticated-user-token|api-key|auth-token|access-token)["']?\s*[:=]\s*["']?(?<secret>[^\s"',;]{8,})/gi,
  /\b(?:set-)?cookie["']?\s*[:=]\s*["']?(?<secret>[^\r\n"']{4,})/gi,
  /(?:[?&#]|%3F|%26|%23)(?:access_|refresh_|id_|auth_|user_|session_)?(?:token|jwt|apikey|api_key|password)(?:=|%3D)(?<secret>[^&#\s%"']+)/gi,
  /(?<secret>\b(?:gh[pousr]_\w{30,}|xox[abposr]-[\w-]{10,}|AIza[\w-]{35}|AKIA[0-9A-Z]{16}|sk-[\w-]{20,})\b)/g,
];

const PATTERNS: readonly RegExp[] = [...SECRET_SHAPES.map(({ pattern }) => pattern), ...MORE_SHAPES];
/** One quick look spares most texts all the patterns. */
const SUSPICIOUS = /eyJ|bearer|basic|:\/\/|authorization|cookie|token|jwt|api|password|secret|gh[pousr]_|xox|AKIA|sk-/i;
const COOKIE_NAME = /^(?:set-)?cookie$/i;

/** Whether all of a field of this name is a secret: also headers that carry whole sessions. */
export function isSecretField(name: string): boolean {
  return isSecretName(name) || COOKIE_NAME.test(name) || /^(?:proxy-authorization|x-api-key)$/i.test(name);
}

/** The whole text is a secret. A scheme (`Bearer …`) stays to be read, and is no part of the value. */
export function redactSecret(text: string, pseudonyms: Pseudonyms): string {
  const [, scheme = '', secret = ''] = /^((?:Bearer|Basic|Digest|Token)\s+)?([\s\S]*)$/i.exec(text) ?? [];
  return secret === '' || isPseudonym(secret) ? text : scheme + pseudonyms.of('token', secret);
}

/** The same text with every secret in it replaced. */
export function redactSecrets(text: string, pseudonyms: Pseudonyms): string {
  if (!SUSPICIOUS.test(text)) return text;
  return PATTERNS.reduce((rest, pattern) => replaceSecrets(rest, pattern, pseudonyms), text);
}

function replaceSecrets(text: string, pattern: RegExp, pseudonyms: Pseudonyms): string {
  return text.replace(pattern, (whole: string, ...rest: unknown[]) => {
    const groups = rest.at(-1);
    const secret = secretOf(groups);
    if (secret === null || isPseudonym(secret)) return whole;
    const at = whole.lastIndexOf(secret);
    return whole.slice(0, at) + pseudonyms.of('token', secret) + whole.slice(at + secret.length);
  });
}

function secretOf(groups: unknown): string | null {
  if (typeof groups !== 'object' || groups === null || !('secret' in groups)) return null;
  return typeof groups.secret === 'string' ? groups.secret : null;
}
