import { parseJson } from '#core/json/json';
import * as z from '#core/util/zod';
import type { PageDelivery } from './page-delivery';
import { REPORTS_DELIMITER } from './report-limits';

const MAX_KEY_LENGTH = 99;

const deliverySchema: z.ZodMiniType<PageDelivery> = z.object({
  documentKey: z.string().check(z.minLength(1), z.maxLength(MAX_KEY_LENGTH)),
  url: z.string(),
  title: z.string(),
  isTop: z.boolean(),
  first: z.int().check(z.minimum(1)),
  text: z.string(),
});

/** Reports of one document, numbered. */
export interface NumberedReports extends Omit<PageDelivery, 'text'> {
  /** Report texts, which `readReport` parses. */
  readonly reports: readonly string[];
}

/**
 * Parses a line that an observed page delivered.
 * Returns `null` if the line is invalid, because pages may forge lines.
 */
export function readDelivery(line: string): NumberedReports | null {
  const { data } = deliverySchema.safeParse(parseJson(line));
  if (data === undefined) return null;
  const { text, ...delivery } = data;
  return { ...delivery, reports: text.split(REPORTS_DELIMITER) };
}
