import { i18n } from '#i18n';
import { type Json, pathText, valueAt } from '../json';
import { fail, type Result, succeed } from '../result';
import { z } from '../zod';
import type { LoginFailure } from './failure';
import { cleanWords } from './provider-words';

/**
 * Section 2.2, every field. Providers may send more (`id_token`), and new versions of them a `session_state` that is
 * no UUID; neither makes it another answer.
 */
export const tokenAnswerSchema = z.object({
  access_token: z.string().min(1),
  expires_in: z.number().nonnegative(),
  'not-before-policy': z.number(),
  refresh_expires_in: z.number().nonnegative(),
  refresh_token: z.string().min(1),
  scope: z.string(),
  session_state: z.string(),
  token_type: z.string().pipe(z.literal('Bearer')),
});
export type TokenAnswer = Readonly<z.infer<typeof tokenAnswerSchema>>;

/**
 * The answer of section 2.2. Any `token_type` but exactly `Bearer` is the wrong token, whatever else is in the answer;
 * what is missing or of another type is named by its path, never by its value.
 */
export function parseTokenAnswer(json: Json, status: number): Result<TokenAnswer, LoginFailure> {
  const tokenType = z.object({ token_type: z.string() }).safeParse(json);
  if (tokenType.success && tokenType.data.token_type !== 'Bearer') {
    return fail({ reason: 'not-bearer', tokenType: cleanWords(tokenType.data.token_type, []).slice(0, 40) });
  }
  const answer = tokenAnswerSchema.safeParse(json);
  if (answer.success) return succeed(answer.data);
  const detail = answer.error.issues.map((issue) => problemText(json, issue)).join(' ');
  return fail({ reason: 'unreadable-answer', status, detail });
}

/** Names the path, what was found there and what is expected, but no value: the value may be a token. */
function problemText(json: Json, issue: z.core.$ZodIssue): string {
  const path = issue.path.filter((step) => typeof step !== 'symbol');
  const found = valueAt(json, path);
  const name = path.length === 0 ? i18n.t('identity.theAnswer') : pathText(path);
  if (found === undefined) return i18n.t('identity.isMissing', { name });
  if (issue.code === 'invalid_type')
    return i18n.t('identity.expectedFound', { name, expected: issue.expected, found: typeName(found) });
  return typeof found === 'string' ? i18n.t('identity.isEmpty', { name }) : i18n.t('identity.isBelow0', { name });
}

function typeName(value: Json): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}
