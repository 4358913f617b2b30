import { z } from '#core/util/zod';

/** Relays name documents in 16 characters. */
const MAX_KEY_CHARACTERS = 100;

/** What a relay tells the background while no panel is open, for the badge. The texts are read by `readReport`. */
export const unwatchedLogSchema = z.object({
  type: z.literal('unwatched-log'),
  documentKey: z.string().max(MAX_KEY_CHARACTERS),
  /** Whether it is the document of the tab's top frame: of a frame that goes away the browser does not always say so. */
  isTop: z.boolean(),
  next: z.int(),
  heldFrom: z.int(),
  sightings: z.array(z.object({ seq: z.int(), text: z.string() })),
  gone: z.boolean(),
});

export type UnwatchedLog = z.infer<typeof unwatchedLogSchema>;
