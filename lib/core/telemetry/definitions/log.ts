import { describeField } from '#core/util/describe-schema';
import * as z from '#core/util/zod';
import { defineEvent } from '../definition';
import { keyValues } from '../vocabulary';

export const log = defineEvent({
  summary: 'A generic event: API calls, service calls, app updates.',
  arguments: {
    data: z.object({
      type: describeField(z.string(), 'Log type.', {
        examples: ['system', 'process', 'api_access', 'api_call', 'job', 'app_update'],
      }),
      level: describeField(z.enum(['TRACE', 'DEBUG', 'INFO', 'WARN', 'ERROR', 'FATAL']), 'Log level.'),
      message: describeField(z.string(), 'Log message.'),
      params: describeField(z.nullish(keyValues()), 'Additional parameters.'),
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
