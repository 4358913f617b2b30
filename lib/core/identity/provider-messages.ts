import { hideSecrets, hideSecretsInPart } from '#core/secrets/known-secrets';
import { type Message, message } from '#core/util/message';
import { toWellFormed } from './token-limits';

/**
 * What a provider said, made fit to be shown and kept.
 * One line, short, without tags, control characters and secrets.
 */

const MAX_WORDS = 160;
const MAX_SEARCHED = MAX_WORDS * 20;
/** Where an HTML page has its title. The search is quadratic in the number of `<title`. */
const MAX_HEAD_CHARACTERS = 4_096;

/**
 * Cleans a text of a server for display: on one line, without secrets, at most `longest` characters.
 *
 * @param secrets strings that must not be repeated, such as a sent password: providers and proxies echo requests.
 */
export function cleanServerText(text: string, secrets: readonly string[], longest = MAX_WORDS): string {
  const hidden =
    text.length > MAX_SEARCHED ? hideSecretsInPart(text.slice(0, MAX_SEARCHED), secrets) : hideSecrets(text, secrets);
  const line = toWellFormed(hidden.replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ').trim());
  // Truncation may split a surrogate pair.
  return line.length > longest ? `${line.slice(0, longest).replace(/\p{Surrogate}/gu, '')}…` : line;
}

/** What a body that is no JSON says of itself: an HTML page's title, or its first words. */
export function summarizeErrorBody(body: string, contentType: string | null, secrets: readonly string[]): Message {
  if (body.trim() === '') return message('identity.response.empty');
  if (!/^\s*</.test(body) && !contentType?.includes('html'))
    return message('identity.response.text', { body: cleanServerText(body, secrets) });
  const title = /<title[^>]*>([^<]*)</i.exec(body.slice(0, MAX_HEAD_CHARACTERS))?.[1] ?? '';
  const words = cleanServerText(title, secrets);
  return words === '' ? message('identity.response.html') : message('identity.response.htmlText', { words });
}
