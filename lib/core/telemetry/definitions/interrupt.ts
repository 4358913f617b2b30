import * as z from '#core/util/zod';
import { defineEvent } from '../definition';
import { identifier, withNote } from '../vocabulary';

export const interrupt = defineEvent({
  arguments: {
    data: z.object({
      type: withNote(z.string(), 'interrupt.type'),
      pageid: withNote(z.nullish(identifier()), 'interrupt.pageid'),
      eventid: withNote(z.nullish(identifier()), 'interrupt.eventid'),
    }),
  },
  headline: ['data.type', 'data.pageid'],
  sample: { data: { type: 'background', pageid: 'water-cycle-video', eventid: 'interrupt-0007' } },
});
