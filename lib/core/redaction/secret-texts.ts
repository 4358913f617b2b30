import { replaceSecrets } from '#core/secrets/secret-search';
import { isPseudonym, type Pseudonyms } from './pseudonyms';

/** The whole text is a secret. A scheme (`Bearer …`) stays to be read, and is no part of the value. */
export function redactSecret(text: string, pseudonyms: Pseudonyms): string {
  const [, scheme = '', secret = ''] = /^((?:Bearer|Basic|Digest|Token)\s+)?([\s\S]*)$/i.exec(text) ?? [];
  return secret === '' || isPseudonym(secret) ? text : scheme + pseudonyms.of('token', secret);
}

/** The same text with every secret in it replaced: the same ones that are a finding in an event. */
export function redactSecrets(text: string, pseudonyms: Pseudonyms): string {
  return replaceSecrets(text, (secret) => (isPseudonym(secret) ? secret : pseudonyms.of('token', secret)));
}
