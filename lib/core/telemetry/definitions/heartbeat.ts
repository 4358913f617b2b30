import * as z from '#core/util/zod';
import { defineEvent } from '../definition';
import { withNote } from '../vocabulary';

export const heartbeat = defineEvent({
  arguments: {
    data: z.object({
      edata: withNote(z.object({}), 'heartbeat.edata', {
        interpretation: 'emptyEdata',
      }),
    }),
  },
  headline: [{ code: 'fields', values: { count: 'data.edata' } }],
  onWire: { 'data.edata': 'edata' },
  sample: { data: { edata: {} } },
});
