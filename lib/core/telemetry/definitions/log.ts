import { z } from '#core/util/zod';
import { defineEvent } from '../definition';
import { keyValues } from '../vocabulary';

export const log = defineEvent({
  summary: 'A generic event: API calls, service calls, app updates.',
  arguments: {
    data: z.object({
      type: z
        .string()
        .describe('Log type.')
        .meta({ examples: ['system', 'process', 'api_access', 'api_call', 'job', 'app_update'] }),
      level: z.enum(['TRACE', 'DEBUG', 'INFO', 'WARN', 'ERROR', 'FATAL']).describe('Log level.'),
      message: z.string().describe('Log message.'),
      params: keyValues().nullish().describe('Additional parameters.'),
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
