import { describeField } from '#core/util/describe-schema';
import * as z from '#core/util/zod';
import { defineEvent } from '../definition';
import { identifier } from '../vocabulary';

export const feedback = defineEvent({
  summary: 'Feedback of a user.',
  arguments: {
    data: z.object({
      contentId: describeField(identifier(), 'Content id.'),
      rating: describeField(z.nullish(z.number()), 'Score: +1 like, -1 dislike, or a star rating.', {
        reading: 'Likes and stars share the field, and the document gives no bounds. Any finite number is valid.',
      }),
      comments: describeField(z.nullish(z.string()), 'Text feedback.'),
    }),
  },
  headline: ['data.contentId', 'rating {data.rating}'],
  // The SDKs drop contentId from edata; the event's object names the content.
  onWire: { data: 'edata', 'data.contentId': 'object.id' },
  sample: {
    data: { contentId: 'do_21340987654321012', rating: 4, comments: 'जल चक्र का चित्र बहुत अच्छा लगा। 👍' },
  },
});
