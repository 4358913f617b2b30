import * as z from '#core/util/zod';
import { defineEvent } from '../definition';
import { withNote } from '../vocabulary';

export const metrics = defineEvent({
  arguments: {
    data: z.object({
      edata: withNote(z.record(z.string(), z.int()), 'metrics.edata', {
        interpretation: 'wholeNumbers',
      }),
    }),
  },
  headline: [{ code: 'metrics', values: { count: 'data.edata' } }],
  onWire: { 'data.edata': 'edata' },
  sample: {
    data: { edata: { lessonsOpened: 1280, lessonsCompleted: 940, questionsAnswered: 6115, averageResponseMs: 84 } },
  },
});
