import { i18n } from '#i18n';

/** What a provider said, made fit to be shown and kept: one line, short, without tags, control characters and secrets. */

const LONGEST = 160;
const HIDDEN = '•••';
/** Where an HTML page has its title. The search is quadratic in the number of `<title`. */
const MAX_HEAD_CHARACTERS = 4_096;

/** Anything shaped like a JSON Web Token, whoever it belongs to: header and claims always start as `{"`. */
const TOKEN_SHAPE = /\beyJ[\w-]{8,}(?:\.[\w-]*){0,4}/g;

/**
 * @param secrets what must not be repeated, such as the password that was sent: providers and proxies echo requests.
 */
export function cleanWords(said: string, secrets: readonly string[]): string {
  // Hidden before it is shortened, so that no half of a secret is left over at the cut.
  const hidden = hideSecrets(said.slice(0, LONGEST * 20), secrets);
  const line = hidden.replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ').trim();
  // The cut may fall into a surrogate pair.
  return line.length > LONGEST ? `${line.slice(0, LONGEST).replace(/\p{Surrogate}/gu, '')}…` : line;
}

/** The text with every secret hidden, and everything that is shaped like a token. */
export function hideSecrets(text: string, secrets: readonly string[]): string {
  const known = secrets.filter((secret) => secret !== '').flatMap((secret) => [secret, ...encodings(secret)]);
  // The longest first: a short secret may be a part of a longer one.
  const ordered = [...known].sort((one, other) => other.length - one.length);
  return ordered.reduce((rest, secret) => rest.replaceAll(secret, HIDDEN), text).replace(TOKEN_SHAPE, HIDDEN);
}

function encodings(secret: string): string[] {
  const form = new URLSearchParams({ s: secret }).toString().slice(2);
  // As a request carries it: `encodeURIComponent` throws on half of a surrogate pair.
  const sent = secret.replace(/\p{Surrogate}/gu, '\ufffd');
  return [encodeURIComponent(sent), form, JSON.stringify(secret).slice(1, -1)];
}

/** What a body that is no JSON says of itself: an HTML page's title, or its first words. */
export function gistOf(body: string, contentType: string | null, secrets: readonly string[]): string {
  if (body.trim() === '') return i18n.t('identity.theBodyIsEmpty');
  if (!/^\s*</.test(body) && !contentType?.includes('html'))
    return i18n.t('identity.itSays', { body: cleanWords(body, secrets) });
  const title = /<title[^>]*>([^<]*)</i.exec(body.slice(0, MAX_HEAD_CHARACTERS))?.[1] ?? '';
  const words = cleanWords(title, secrets);
  return words === '' ? i18n.t('identity.itIsAnHtmlPage') : i18n.t('identity.itIsAnHtmlPage2', { words });
}
