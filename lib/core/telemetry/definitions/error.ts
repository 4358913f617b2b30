import { describeField } from '#core/util/describe-schema';
import * as z from '#core/util/zod';
import { defineEvent } from '../definition';

export const error = defineEvent({
  summary: 'An error that a user meets while viewing content or playing games.',
  // Section 2.3 calls every argument `data`; section 6's own signature wins.
  reading: 'The argument is called error, as in its own signature in section 6.',
  arguments: {
    error: z.object({
      err: describeField(z.string(), 'Error code.'),
      errtype: describeField(z.enum(['SYSTEM', 'MOBILEAPP', 'CONTENT']), 'Type of the error.'),
      stacktrace: describeField(z.string(), 'Detailed error data or stack trace.'),
    }),
  },
  headline: ['error.err', 'error.errtype'],
  onWire: { error: 'edata' },
  sample: {
    error: {
      err: 'ERR_MEDIA_404',
      errtype: 'CONTENT',
      stacktrace: 'MediaError: rain.mp4 was not found\n    at loadVideo (player.js:214:11)',
    },
  },
});
