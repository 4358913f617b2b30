import { z } from '#core/util/zod';
import { defineEvent } from '../definition';
import { identifier } from '../vocabulary';

export const feedback = defineEvent({
  summary: 'Feedback of a user.',
  arguments: {
    data: z.object({
      contentId: identifier().describe('Content id.'),
      rating: z.number().nullish().describe('Score: +1 like, -1 dislike, or a star rating.').meta({
        reading: 'Likes and stars share the field and no bound is given: any finite number.',
      }),
      comments: z.string().nullish().describe('Text feedback.'),
    }),
  },
  headline: ['data.contentId', 'rating {data.rating}'],
  // The SDKs drop contentId from edata; the event's object names the content.
  onWire: { data: 'edata', 'data.contentId': 'object.id' },
  sample: {
    data: { contentId: 'do_21340987654321012', rating: 4, comments: 'जल चक्र का चित्र बहुत अच्छा लगा। 👍' },
  },
});
