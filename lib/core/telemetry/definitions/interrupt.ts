import { z } from '#core/util/zod';
import { defineEvent } from '../definition';
import { identifier } from '../vocabulary';

export const interrupt = defineEvent({
  summary: 'An interruption: screen lock, incoming call, app sent to background.',
  arguments: {
    data: z.object({
      type: z.string().describe('Type of interruption.'),
      pageid: identifier().nullish().describe('Stage or page id where it occurred.'),
      eventid: identifier().nullish().describe('Unique event id.'),
    }),
  },
  headline: ['data.type', 'data.pageid'],
  sample: { data: { type: 'background', pageid: 'water-cycle-video', eventid: 'interrupt-0007' } },
});
