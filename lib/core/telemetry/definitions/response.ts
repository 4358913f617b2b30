import { z } from '#core/util/zod';
import { defineEvent } from '../definition';
import { neededWith } from '../rules';
import { identifier, keyValues } from '../vocabulary';

const target = z.object({
  id: identifier().describe('Id of the target.'),
  ver: z.string().describe('Version of the target.'),
  type: z.string().describe('Type of the target.'),
  parent: z
    .object({
      id: identifier().nullish().describe('Id of the parent.'),
      type: z.string().nullish().describe('Type of the parent; required when its id is present.'),
    })
    .nullish()
    .describe('Parent of the target.'),
});

export const response = defineEvent({
  summary: 'A user response to a poll, calendar event or question.',
  arguments: {
    data: z.object({
      target: target.describe('Target of the response.'),
      qid: identifier().describe('Unique question id.'),
      type: z.enum(['CHOOSE', 'DRAG', 'SELECT', 'MATCH', 'INPUT', 'SPEAK', 'WRITE']).describe('Type of the response.'),
      values: keyValues()
        .describe('Response tuples, e.g. lhs matched to rhs.')
        .meta({ reading: 'Not "single": a tuple may have several keys.' }),
    }),
  },
  headline: ['data.qid', 'data.type', { count: 'data.values', one: 'value', many: 'values' }],
  // The one cross-field rule that the document states as a requirement: an error.
  rules: [neededWith({ field: 'data.target.parent.type', with: 'data.target.parent.id' })],
  sample: {
    data: {
      target: {
        id: 'do_21340987654321012_q2',
        ver: '1.0',
        type: 'Question',
        parent: { id: 'do_21340987654321012', type: 'Content' },
      },
      qid: 'do_21340987654321012_q2',
      type: 'MATCH',
      values: [
        { lhs: 'heat', rhs: 'evaporation' },
        { lhs: 'cold air', rhs: 'condensation' },
      ],
    },
  },
});
