import { z } from '../zod';

/** What a relay tells the background while no panel is open, for the badge. The texts are read by `readSighting`. */
export const unwatchedLogSchema = z.object({
  type: z.literal('unwatched-log'),
  documentKey: z.string(),
  next: z.int(),
  heldFrom: z.int(),
  sightings: z.array(z.object({ seq: z.int(), text: z.string() })),
  gone: z.boolean(),
});

export type UnwatchedLog = z.infer<typeof unwatchedLogSchema>;
