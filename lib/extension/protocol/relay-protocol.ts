import { z } from '#core/util/zod';

/** What a relay says to the panel. The texts in a log are read by `readReport`. */
export const fromRelaySchema = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('document'),
    documentKey: z.string(),
    url: z.string(),
    title: z.string(),
    /** Whether the page was there before it was watched. */
    isLate: z.boolean().optional(),
  }),
  z.object({
    type: z.literal('log'),
    /** How many of the oldest sightings had to be given up before anybody asked for them. */
    dropped: z.int(),
    sightings: z.array(z.object({ seq: z.int(), text: z.string() })),
  }),
]);
export type FromRelay = z.infer<typeof fromRelaySchema>;

/** What the panel says to a relay. */
export type ToRelay =
  /** "Send me the log from this number on, and all that follows." */
  | { readonly type: 'attach'; readonly from: number }
  /** JSON text for the hook. */
  | { readonly type: 'order'; readonly order: string }
  /** "Cleared": what is held is not wanted any more. */
  | { readonly type: 'forget' };

/** What the panel and the background say to all relays of a tab. */
export type ToAllRelays =
  | { readonly type: 'panel-opened' }
  /** For the relays of the sites of these match patterns; a tab may hold frames of other sites. */
  | { readonly type: 'stop-watching'; readonly patterns: readonly string[] };
