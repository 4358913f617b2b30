import * as z from '#core/util/zod';
import { defineEvent } from '../definition';
import { withNote } from '../vocabulary';

export const exdata = defineEvent({
  arguments: {
    data: z.object({
      type: withNote(z.nullish(z.string()), 'common.freeType', {
        examples: ['partnerdata', 'xapi'],
        interpretation: 'optionalType',
      }),
      data: withNote(z.nullish(z.string()), 'exdata.data', {
        interpretation: 'payloadKey',
      }),
    }),
  },
  headline: ['data.type', { code: 'characters', values: { count: 'data.data' } }],
  sample: {
    data: {
      type: 'xapi',
      data: '{"verb":{"id":"http://adlnet.gov/expapi/verbs/completed"},"object":{"id":"do_21340987654321012"}}',
    },
  },
});
