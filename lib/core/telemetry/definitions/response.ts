import * as z from '#core/util/zod';
import { defineEvent } from '../definition';
import { requiredWith } from '../rules';
import { identifier, keyValues, withNote } from '../vocabulary';

const target = z.object({
  id: withNote(identifier(), 'response.targetId'),
  ver: withNote(z.string(), 'response.targetVer'),
  type: withNote(z.string(), 'response.targetType'),
  parent: withNote(
    z.nullish(
      z.object({
        id: withNote(z.nullish(identifier()), 'response.parentId'),
        type: withNote(z.nullish(z.string()), 'response.parentType'),
      }),
    ),
    'response.parent',
  ),
});

export const response = defineEvent({
  arguments: {
    data: z.object({
      target: withNote(target, 'response.target'),
      qid: withNote(identifier(), 'common.questionId'),
      type: withNote(z.enum(['CHOOSE', 'DRAG', 'SELECT', 'MATCH', 'INPUT', 'SPEAK', 'WRITE']), 'response.type'),
      values: withNote(keyValues(), 'response.values', {
        interpretation: 'severalKeys',
      }),
    }),
  },
  headline: ['data.qid', 'data.type', { code: 'values', values: { count: 'data.values' } }],
  // An error, because it is the only cross-field rule that the specification states as a requirement.
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
