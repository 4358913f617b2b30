import * as z from '#core/util/zod';
import { defineEvent } from '../definition';
import { activityType, identifier, withNote } from '../vocabulary';

export const start = defineEvent({
  // Section 2.3 has a single argument `data`. The signature in section 6 has precedence, because it is more exact.
  interpretation: 'fourArguments',
  arguments: {
    config: withNote(z.nullish(z.looseObject({})), 'start.config', {
      interpretation: 'openObject',
    }),
    contentId: withNote(identifier(), 'common.contentId'),
    contentVer: withNote(z._default(z.nullish(z.string()), '1.0'), 'start.contentVer', {
      interpretation: 'requiredWithDefault',
    }),
    data: z.object({
      type: withNote(activityType(), 'start.type'),
      mode: withNote(z.enum(['preview', 'edit', 'play']), 'start.mode'),
      stageid: withNote(identifier(), 'start.stageid'),
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
