import { describeField } from '#core/util/describe-schema';
import * as z from '#core/util/zod';
import { defineEvent } from '../definition';
import { requiredWith } from '../rules';
import { identifier, keyValues } from '../vocabulary';

const target = z.object({
  id: describeField(identifier(), 'Id of the target.'),
  ver: describeField(z.string(), 'Version of the target.'),
  type: describeField(z.string(), 'Type of the target.'),
  parent: describeField(
    z.nullish(
      z.object({
        id: describeField(z.nullish(identifier()), 'Id of the parent.'),
        type: describeField(z.nullish(z.string()), 'Type of the parent; required when its id is present.'),
      }),
    ),
    'Parent of the target.',
  ),
});

export const response = defineEvent({
  summary: 'A user response to a poll, calendar event or question.',
  arguments: {
    data: z.object({
      target: describeField(target, 'Target of the response.'),
      qid: describeField(identifier(), 'Unique question id.'),
      type: describeField(
        z.enum(['CHOOSE', 'DRAG', 'SELECT', 'MATCH', 'INPUT', 'SPEAK', 'WRITE']),
        'Type of the response.',
      ),
      values: describeField(keyValues(), 'Response tuples, e.g. lhs matched to rhs.', {
        reading: 'The document does not say "single": a tuple can have several keys.',
      }),
    }),
  },
  headline: ['data.qid', 'data.type', { count: 'data.values', one: 'value', many: 'values' }],
  // The one cross-field rule that the document states as a requirement: an error.
  rules: [requiredWith({ field: 'data.target.parent.type', with: 'data.target.parent.id' })],
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
