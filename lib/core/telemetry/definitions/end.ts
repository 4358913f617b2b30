import { describeField } from '#core/util/describe-schema';
import * as z from '#core/util/zod';
import { defineEvent } from '../definition';
import { activityType, identifier, keyValues, seconds } from '../vocabulary';

export const end = defineEvent({
  summary: 'Closing or exiting content or a game.',
  arguments: {
    data: z.object({
      contentId: describeField(identifier(), 'Content id.'),
      type: describeField(activityType(), 'What is ended.'),
      duration: describeField(seconds(), 'Total seconds from start to end.'),
      pageid: describeField(z.nullish(identifier()), 'Page or stage id where the end happened.'),
      summary: describeField(
        z.nullish(keyValues()),
        'Summary of actions between start and end, e.g. progress of a player session.',
      ),
    }),
  },
  headline: ['data.contentId', 'data.type', '{data.duration} s'],
  // The SDKs keep contentId apart from edata; the event's object names the content.
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
