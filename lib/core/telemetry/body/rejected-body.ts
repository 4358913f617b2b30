import { isJsonObject, type Json } from '#core/json/json';
import { findJsonFault } from '#core/json/json-reader';
import * as z from '#core/util/zod';
import type { Finding, FindingParams } from '../findings';
import { quoteText } from '../wording';

/** Length of the excerpt on each side of a fault, in UTF-16 units. */
const EXCERPT_CHARS = 24;

/** Why a collector rejected the body of a request that is shown as a row. */
export type RejectedBody =
  /** `excerpt` is the text around the fault. Line and column count from 1. */
  | { readonly reason: 'not-json'; readonly line: number; readonly column: number; readonly excerpt: string }
  | { readonly reason: 'wrong-charset'; readonly charset: string };

export const rejectedBodySchema = z.discriminatedUnion('reason', [
  z.looseObject({ reason: z.literal('not-json'), line: z.int(), column: z.int(), excerpt: z.string() }),
  z.looseObject({ reason: z.literal('wrong-charset'), charset: z.string() }),
]) satisfies z.ZodMiniType<RejectedBody>;

/** A line of a recording with a rejected body and its text. */
export interface RejectedLine {
  readonly rejected: RejectedBody;
  readonly text: string;
}

const lineSchema = z.looseObject({
  rejected: rejectedBodySchema,
  text: z.string(),
}) satisfies z.ZodMiniType<RejectedLine>;

/** Reads a line of a recording with a rejected body. Returns `null` for any other line. */
export function readRejectedLine(json: Json): RejectedLine | null {
  // Avoids parsing most lines, which have no rejected body.
  return isJsonObject(json) && Object.hasOwn(json, 'rejected') ? (lineSchema.safeParse(json).data ?? null) : null;
}

/**
 * Returns the text around the first fault of a body that is not JSON, in one line.
 * @param text the body with redacted secrets, which may shift the fault.
 */
export function excerptOfFault(text: string): string {
  const offset = findJsonFault(text)?.offset ?? 0;
  const [from, to] = [Math.max(0, offset - EXCERPT_CHARS), offset + EXCERPT_CHARS];
  const excerpt = text
    .slice(from, to)
    .replace(/[\s\p{Cc}\p{Cs}]+/gu, ' ')
    .trim();
  return `${from > 0 ? '…' : ''}${excerpt}${to < text.length ? '…' : ''}`;
}

/** Returns the finding of a rejected body. No other rule applies, because its text isn't an event. */
export function rejectedBodyFinding(body: RejectedBody): Finding {
  return { ruleSet: 'envelope', severity: 'error', code: 'rejected-body', path: [], params: paramsOf(body) };
}

function paramsOf(body: RejectedBody): FindingParams {
  if (body.reason === 'wrong-charset') return { reason: 'wrong-charset', charset: quoteText(body.charset) };
  const { line, column, excerpt } = body;
  return { reason: 'not-json', line: String(line), column: String(column), excerpt };
}
