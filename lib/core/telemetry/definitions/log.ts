import * as z from '#core/util/zod';
import { defineEvent } from '../definition';
import { keyValues, withNote } from '../vocabulary';

export const log = defineEvent({
  arguments: {
    data: z.object({
      type: withNote(z.string(), 'log.type', {
        examples: ['system', 'process', 'api_access', 'api_call', 'job', 'app_update'],
      }),
      level: withNote(z.enum(['TRACE', 'DEBUG', 'INFO', 'WARN', 'ERROR', 'FATAL']), 'log.level'),
      message: withNote(z.string(), 'log.message'),
      params: withNote(z.nullish(keyValues()), 'log.params'),
    }),
  },
  headline: ['data.type', 'data.level', 'data.message'],
  sample: {
    data: {
      type: 'api_call',
      level: 'INFO',
      message: 'GET /content/v1/read/do_21340987654321012',
      params: [{ status: '200' }, { duration: 84 }],
    },
  },
});
