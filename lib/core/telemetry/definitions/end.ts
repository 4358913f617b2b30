import * as z from '#core/util/zod';
import { defineEvent } from '../definition';
import { activityType, identifier, keyValues, seconds, withNote } from '../vocabulary';

export const end = defineEvent({
  arguments: {
    data: z.object({
      contentId: withNote(identifier(), 'common.contentId'),
      type: withNote(activityType(), 'end.type'),
      duration: withNote(seconds(), 'end.duration'),
      pageid: withNote(z.nullish(identifier()), 'end.pageid'),
      summary: withNote(z.nullish(keyValues()), 'end.summary'),
    }),
  },
  headline: ['data.contentId', 'data.type', { code: 'seconds', values: { seconds: 'data.duration' } }],
  // The SDKs omit contentId from edata. The event's `object` identifies the content.
  onWire: { data: 'edata', 'data.contentId': 'object.id' },
  sample: {
    data: {
      contentId: 'do_21340987654321012',
      type: 'player',
      duration: 64,
      pageid: 'water-cycle-quiz',
      summary: [{ progress: 100 }, { score: 0.9 }],
    },
  },
});
