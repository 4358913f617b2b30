import { z } from '#core/util/zod';

/** The log of a document that went away while no panel was open: what its relay told the background. */
const leftPageSchema = z.object({
  tabId: z.int(),
  documentKey: z.string(),
  isTop: z.boolean(),
  frameId: z.int(),
  url: z.string(),
  /** Epoch milliseconds. */
  leftAt: z.number(),
  /** In the order of their numbers, which may have gaps. */
  sightings: z.array(z.object({ seq: z.int(), text: z.string() })),
});

export type LeftPage = z.infer<typeof leftPageSchema>;

const LEFT_PAGES = 'left-pages';

/** A panel that opens asks the background: what did the pages of this tab do last? */
export const leftPagesRequestSchema = z.object({ type: z.literal(LEFT_PAGES), tabId: z.int() });

export function leftPagesRequest(tabId: number): z.infer<typeof leftPagesRequestSchema> {
  return { type: LEFT_PAGES, tabId };
}

/** What is damaged is left out. */
export function readLeftPages(value: unknown): readonly LeftPage[] {
  const values = z.array(z.unknown()).safeParse(value);
  return (values.data ?? []).flatMap((each) => leftPageSchema.safeParse(each).data ?? []);
}
