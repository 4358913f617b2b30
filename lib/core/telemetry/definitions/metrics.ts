import { describeField } from '#core/util/describe-schema';
import * as z from '#core/util/zod';
import { defineEvent } from '../definition';

export const metrics = defineEvent({
  summary: 'Business metrics of a service, also available through a health API.',
  arguments: {
    data: z.object({
      edata: describeField(z.record(z.string(), z.int()), 'Names of metrics mapped to whole numbers.', {
        reading: 'The edata level is required; an empty map is valid, and every value is a whole number, not null.',
      }),
    }),
  },
  headline: [{ count: 'data.edata', one: 'metric', many: 'metrics' }],
  onWire: { 'data.edata': 'edata' },
  sample: {
    data: { edata: { lessonsOpened: 1280, lessonsCompleted: 940, questionsAnswered: 6115, averageResponseMs: 84 } },
  },
});
