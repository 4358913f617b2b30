import * as z from '#core/util/zod';
import { defineEvent } from '../definition';
import { withNote } from '../vocabulary';

export const error = defineEvent({
  // Section 2.3 names every argument `data`. The signature in section 6 has precedence.
  interpretation: 'ownArgumentName',
  arguments: {
    error: z.object({
      err: withNote(z.string(), 'error.err'),
      errtype: withNote(z.enum(['SYSTEM', 'MOBILEAPP', 'CONTENT']), 'error.errtype'),
      stacktrace: withNote(z.string(), 'error.stacktrace'),
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
