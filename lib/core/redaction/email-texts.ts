import { AT_SIGN } from '#core/secrets/truncate-point';
import { isPseudonym, type Pseudonyms, REDACTED_DOMAIN } from './pseudonyms';

const LOCAL = String.raw`[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}._+'-]|%2[BDE]|%5F){0,63}`;
const LABEL = String.raw`[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}-]{0,61}[\p{L}\p{M}\p{N}])?`;
const EMAIL = new RegExp(
  String.raw`(?<!%|%[\dA-F])(${LOCAL})(${AT_SIGN})((?:${LABEL}\.){1,8}\p{L}[\p{L}\p{M}]{1,23})`,
  'giu',
);
const HAS_AT = new RegExp(AT_SIGN, 'i');
/** `logo@2x.png` is a picture for fine screens. */
const PICTURE = /^\dx\.\w+$/;

/** The same text with every e-mail address replaced; it is written with the same at sign as before. */
export function redactEmails(text: string, pseudonyms: Pseudonyms): string {
  if (!HAS_AT.test(text)) return text;
  return text.replace(EMAIL, (whole: string, local: string, at: string, domain: string) => {
    const address = `${decoded(local)}@${domain}`.toLowerCase();
    if (`@${domain}` === REDACTED_DOMAIN || PICTURE.test(domain) || isPseudonym(local)) return whole;
    return pseudonyms.of('email', address).replace('@', () => at);
  });
}

/** Addresses are the same however their signs are written. Only signs of one byte are matched. */
function decoded(local: string): string {
  return local.replace(/%([\dA-F]{2})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
}
