import { describeField } from '#core/util/describe-schema';
import * as z from '#core/util/zod';
import { defineEvent } from '../definition';
import { activityType, identifier } from '../vocabulary';

export const start = defineEvent({
  summary: 'A user views content or starts game play.',
  // Section 2.3 speaks of one `data` argument; section 6's own signature wins: it is the more exact of the two.
  reading: 'start takes the four arguments of its own signature in section 6, not the one of section 2.3.',
  arguments: {
    config: describeField(z.nullish(z.looseObject({})), 'Config object.', {
      reading: 'An open object: the document lists no keys, so no key is reported.',
    }),
    contentId: describeField(identifier(), 'Content id.'),
    contentVer: describeField(z._default(z.nullish(z.string()), '1.0'), 'Content version.', {
      reading: 'Required, and has a default. If it is absent, the default applies, with a notice.',
    }),
    data: z.object({
      type: describeField(activityType(), 'What is started.'),
      mode: describeField(z.enum(['preview', 'edit', 'play']), 'Mode in which it is started.'),
      stageid: describeField(identifier(), 'Stage id where play started.'),
    }),
  },
  headline: ['contentId', 'data.type', 'data.mode'],
  onWire: { contentId: 'object.id', contentVer: 'object.ver', data: 'edata' },
  sample: {
    config: {},
    contentId: 'do_21340987654321012',
    contentVer: '1.0',
    data: { type: 'player', mode: 'play', stageid: 'water-cycle-intro' },
  },
});
