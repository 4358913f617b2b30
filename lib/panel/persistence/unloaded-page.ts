import * as z from '#core/util/zod';
import type { NumberedObservation } from '#core/wire/page-messages';

/** The log of a document that unloaded while no panel was open, as its relay sent it to the background. */
export interface UnloadedPage {
  readonly tabId: number;
  readonly documentKey: string;
  readonly isTop: boolean;
  readonly frameId: number;
  readonly url: string;
  /** Epoch milliseconds. */
  readonly unloadedAt: number;
  /** Ascending by `seq`, which may have gaps. */
  readonly observations: readonly NumberedObservation[];
}

export const unloadedPageSchema: z.ZodMiniType<UnloadedPage> = z.object({
  tabId: z.int(),
  documentKey: z.string(),
  isTop: z.boolean(),
  frameId: z.int(),
  url: z.string(),
  unloadedAt: z.number(),
  observations: z.array(z.object({ seq: z.int(), text: z.string() })),
});

/** Parses stored pages, without the damaged ones. */
export function readUnloadedPages(value: unknown): readonly UnloadedPage[] {
  const values = z.array(z.unknown()).safeParse(value);
  return (values.data ?? []).flatMap((each) => unloadedPageSchema.safeParse(each).data ?? []);
}
