import * as z from '#core/util/zod';
import { defineEvent } from '../definition';
import { identifier, withNote } from '../vocabulary';

export const impression = defineEvent({
  arguments: {
    data: z.object({
      type: withNote(z.enum(['list', 'detail', 'view', 'edit', 'workflow', 'search']), 'common.pageType'),
      subtype: withNote(z.nullish(z.string()), 'impression.subtype', { examples: ['Paginate', 'Scroll'] }),
      pageid: withNote(identifier(), 'impression.pageid'),
      itype: withNote(z.nullish(z.enum(['SWIPE', 'SCRUB', 'AUTO'])), 'impression.itype', {
        interpretation: 'closedWithoutOneOf',
      }),
      stageto: withNote(z.nullish(z.string()), 'impression.stageto'),
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
