import * as z from '#core/util/zod';
import { defineEvent } from '../definition';
import { identifier, withNote } from '../vocabulary';

export const feedback = defineEvent({
  arguments: {
    data: z.object({
      contentId: withNote(identifier(), 'common.contentId'),
      rating: withNote(z.nullish(z.number()), 'feedback.rating', {
        interpretation: 'noBounds',
      }),
      comments: withNote(z.nullish(z.string()), 'feedback.comments'),
    }),
  },
  headline: ['data.contentId', { code: 'rating', values: { rating: 'data.rating' } }],
  // The SDKs omit contentId from edata. The event's `object` identifies the content.
  onWire: { data: 'edata', 'data.contentId': 'object.id' },
  sample: {
    data: { contentId: 'do_21340987654321012', rating: 4, comments: 'जल चक्र का चित्र बहुत अच्छा लगा। 👍' },
  },
});
