import { z } from '#core/util/zod';
import { defineEvent } from '../definition';
import { identifier } from '../vocabulary';

export const impression = defineEvent({
  summary: 'A visit to a page.',
  arguments: {
    data: z.object({
      type: z.enum(['list', 'detail', 'view', 'edit', 'workflow', 'search']).describe('Type of the page.'),
      subtype: z
        .string()
        .nullish()
        .describe('Additional subtype.')
        .meta({ examples: ['Paginate', 'Scroll'] }),
      pageid: identifier().describe('Unique page id.'),
      itype: z
        .enum(['SWIPE', 'SCRUB', 'AUTO'])
        .nullish()
        .describe('Interaction type; SCRUB is fast forward using page thumbnails.')
        .meta({
          reading: 'The document names the whole list without "One of": it is closed all the same.',
        }),
      stageto: z.string().nullish().describe('Game level or stage of the page id navigated to.'),
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
