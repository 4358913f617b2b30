import type { NumberedSighting } from '#core/journey/page-messages';
import * as z from '#core/util/zod';

/** The log of a document that went away while no panel was open: what its relay told the background. */
export interface LeftPage {
  readonly tabId: number;
  readonly documentKey: string;
  readonly isTop: boolean;
  readonly frameId: number;
  readonly url: string;
  /** Epoch milliseconds. */
  readonly leftAt: number;
  /** In the order of their numbers, which may have gaps. */
  readonly sightings: readonly NumberedSighting[];
}

export const leftPageSchema: z.ZodMiniType<LeftPage> = z.object({
  tabId: z.int(),
  documentKey: z.string(),
  isTop: z.boolean(),
  frameId: z.int(),
  url: z.string(),
  leftAt: z.number(),
  sightings: z.array(z.object({ seq: z.int(), text: z.string() })),
});

/** What is damaged is left out. */
export function readLeftPages(value: unknown): readonly LeftPage[] {
  const values = z.array(z.unknown()).safeParse(value);
  return (values.data ?? []).flatMap((each) => leftPageSchema.safeParse(each).data ?? []);
}
