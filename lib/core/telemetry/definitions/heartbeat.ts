import { describeField } from '#core/util/describe-schema';
import * as z from '#core/util/zod';
import { defineEvent } from '../definition';

export const heartbeat = defineEvent({
  summary: 'A process is running.',
  arguments: {
    data: z.object({
      edata: describeField(z.object({}), 'An empty object.', {
        reading: 'The edata level is required. The document says that it is empty, so each key in it is a notice.',
      }),
    }),
  },
  headline: [{ count: 'data.edata', none: 'empty', one: 'field', many: 'fields' }],
  onWire: { 'data.edata': 'edata' },
  sample: { data: { edata: {} } },
});
