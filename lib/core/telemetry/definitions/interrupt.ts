import { describeField } from '#core/util/describe-schema';
import * as z from '#core/util/zod';
import { defineEvent } from '../definition';
import { identifier } from '../vocabulary';

export const interrupt = defineEvent({
  summary: 'An interruption: screen lock, incoming call, app sent to background.',
  arguments: {
    data: z.object({
      type: describeField(z.string(), 'Type of interruption.'),
      pageid: describeField(z.nullish(identifier()), 'Stage or page id where it occurred.'),
      eventid: describeField(z.nullish(identifier()), 'Unique event id.'),
    }),
  },
  headline: ['data.type', 'data.pageid'],
  sample: { data: { type: 'background', pageid: 'water-cycle-video', eventid: 'interrupt-0007' } },
});
