import { copyText } from '#core/util/copy-text';
import { decodingsOf, type TextSpan } from './decoded-text';
import { namedSecretsIn } from './named-secrets';
import { SECRET_SHAPES, type SecretShape, type SecretShapeId, type SecretSpan } from './secret-shapes';
import { hasSecretSign, hasServiceSign } from './secret-signs';

/** `?sig=a`: no shorter text holds a secret. */
const MIN_SECRET_CHARS = 6;

/** IDs of events, contents and devices, which are most of the longer texts of an event. */
const PLAIN_ID = /^(?:[A-Z]{1,20}:|do_)?[\da-f-]+$/;
/** Short texts of events repeat; a page that makes up new ones gains nothing. */
const MAX_CACHED_CHARS = 24;
const MAX_CACHED_TEXTS = 2_000;
const plainTexts = new Set<string>();

/** Whether a text surely holds no secret, for what is asked about each text of each event. */
export function isPlainText(text: string): boolean {
  if (text.length < MIN_SECRET_CHARS) return true;
  if (text.length <= MAX_CACHED_CHARS) return isPlainByCache(text, plainTexts, MAX_CACHED_TEXTS);
  return PLAIN_ID.test(text) || signedTexts.has(text) || !hasSecretSign(text) || isPlainDespiteSign(text);
}

/** Call stacks, sentences and contents, in which a word is a sign of a secret. They repeat, and are searched for long. */
const MAX_SIGNED_CHARS = 500_000;
const signedTexts = new Set<string>();
let signedChars = 0;

/** Notes that a text is plain as long as there is room. */
function isPlainDespiteSign(text: string): boolean {
  if (secretShapeIn(text) !== null) return false;
  if (signedChars + text.length <= MAX_SIGNED_CHARS) {
    signedTexts.add(copyText(text));
    signedChars += text.length;
  }
  return true;
}

/** Searches a text once, as long as there is room to note that it is plain. */
function isPlainByCache(text: string, plain: Set<string>, maxTexts: number): boolean {
  if (plain.has(text)) return true;
  if (secretShapeIn(text) !== null) return false;
  if (plain.size < maxTexts) plain.add(text);
  return true;
}

/**
 * What the text holds by its looks, or `null`.
 * A secret is also found where its characters are escaped, as in a URL inside of a URL or JSON inside of JSON.
 */
export function secretShapeIn(text: string): SecretShapeId | null {
  if (text.length < MIN_SECRET_CHARS || !hasSecretSign(text)) return null;
  for (const decoded of decodingsOf(text)) {
    for (const shape of SECRET_SHAPES) {
      if (spansOfShape(decoded.text, shape).length > 0) return shape.id;
    }
    const [named] = namedSecretsIn(decoded.text);
    if (named !== undefined) return named.shape;
  }
  return null;
}

/** The same text with each secret replaced. `replace` gets the secret without its escapes. */
export function replaceSecrets(text: string, replace: (secret: string) => string): string {
  const found = secretSpansIn(text);
  if (found.length === 0) return text;
  const parts: string[] = [];
  let done = 0;
  for (const { from, to, secret } of found) {
    if (to <= done) continue;
    // Of two that overlap, the rest of the second goes with the first.
    if (from >= done) parts.push(text.slice(done, from), replace(secret));
    done = to;
  }
  return [...parts, text.slice(done)].join('');
}

/** Returns where secrets are in a text, in their order; they may overlap. Each comes without its escapes, too. */
export function secretSpansIn(text: string): readonly (TextSpan & { readonly secret: string })[] {
  if (text.length < MIN_SECRET_CHARS || !hasSecretSign(text)) return [];
  const found = [...decodingsOf(text)].flatMap((decoded) =>
    spansIn(decoded.text).map((span) => ({
      ...decoded.originalOf(span),
      secret: decoded.text.slice(span.from, span.to),
    })),
  );
  return found.sort((one, other) => one.from - other.from || other.to - one.to);
}

function spansIn(text: string): readonly SecretSpan[] {
  return [...SECRET_SHAPES.flatMap((shape) => spansOfShape(text, shape)), ...namedSecretsIn(text)];
}

function spansOfShape(text: string, { id, pattern, sign, isSecret }: SecretShape): readonly SecretSpan[] {
  const spans: SecretSpan[] = [];
  if (!text.includes(sign) || (id === 'service-token' && !hasServiceSign(text))) return spans;
  for (const { 0: whole, index, groups } of text.matchAll(pattern)) {
    const secret = groups?.secret ?? '';
    if (isSecret?.(secret) === false) continue;
    const from = index + whole.lastIndexOf(secret);
    spans.push({ from, to: from + secret.length, shape: id });
  }
  return spans;
}
