import { describeField } from '#core/util/describe-schema';
import * as z from '#core/util/zod';
import { defineEvent } from '../definition';
import { identifier } from '../vocabulary';

export const impression = defineEvent({
  summary: 'A visit to a page.',
  arguments: {
    data: z.object({
      type: describeField(z.enum(['list', 'detail', 'view', 'edit', 'workflow', 'search']), 'Type of the page.'),
      subtype: describeField(z.nullish(z.string()), 'Additional subtype.', { examples: ['Paginate', 'Scroll'] }),
      pageid: describeField(identifier(), 'Unique page id.'),
      itype: describeField(
        z.nullish(z.enum(['SWIPE', 'SCRUB', 'AUTO'])),
        'Interaction type; SCRUB is fast forward using page thumbnails.',
        {
          reading: 'The document gives the complete list without "One of". It is read as a closed list.',
        },
      ),
      stageto: describeField(z.nullish(z.string()), 'Game level or stage of the page id navigated to.'),
    }),
  },
  headline: ['data.pageid', 'data.type'],
  sample: {
    data: {
      type: 'detail',
      subtype: 'Scroll',
      pageid: 'water-cycle-lesson',
      itype: 'SWIPE',
      stageto: 'evaporation',
    },
  },
});
