import * as z from '#core/util/zod';
import { defineEvent } from '../definition';
import { withNote } from '../vocabulary';

export const heartbeat = defineEvent({
  arguments: {
    data: z.object({
      edata: withNote(z.object({}), 'heartbeat.edata', {
        reading: 'emptyEdata',
      }),
    }),
  },
  headline: [{ count: 'data.edata', none: 'empty', one: 'field', many: 'fields' }],
  onWire: { 'data.edata': 'edata' },
  sample: { data: { edata: {} } },
});
