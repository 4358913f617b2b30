import { describeField } from '#core/util/describe-schema';
import * as z from '#core/util/zod';
import { defineEvent } from '../definition';

export const exdata = defineEvent({
  summary: 'External data that arises while content plays: partner data, xAPI statements.',
  arguments: {
    data: z.object({
      type: describeField(z.nullish(z.string()), 'Type, free text.', {
        examples: ['partnerdata', 'xapi'],
        reading: 'The document has no table of required fields for exdata. The field is read as optional.',
      }),
      data: describeField(z.nullish(z.string()), 'The serialized (encrypted, encoded or stringified) data.', {
        reading:
          'The document does not name the key of the payload. SDKs send the string data. Another key is a notice.',
      }),
    }),
  },
  headline: ['data.type', { count: 'data.data', one: 'character', many: 'characters' }],
  sample: {
    data: {
      type: 'xapi',
      data: '{"verb":{"id":"http://adlnet.gov/expapi/verbs/completed"},"object":{"id":"do_21340987654321012"}}',
    },
  },
});
