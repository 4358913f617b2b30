import { message } from '#core/util/message';
import * as z from '#core/util/zod';
import { defineEvent } from '../definition';
import { notAbove } from '../rules';
import { anyObject, identifier, withNote } from '../vocabulary';

export const search = defineEvent({
  arguments: {
    data: z.object({
      type: withNote(z.string(), 'search.type', {
        suggestedValues: ['content', 'assessment', 'asset'],
        interpretation: 'openList',
      }),
      query: withNote(z.string(), 'search.query'),
      filters: withNote(z.nullish(z.looseObject({})), 'search.filters', {
        interpretation: 'openObject',
      }),
      sort: withNote(z.nullish(z.looseObject({})), 'search.sort', {
        interpretation: 'openObject',
      }),
      correlationid: withNote(z.nullish(identifier()), 'search.correlationid'),
      size: withNote(z.number(), 'search.size', {
        recommendedMinimum: 0,
        interpretation: 'anyNumber',
      }),
      topn: withNote(z.array(anyObject()), 'search.topn'),
    }),
  },
  headline: [
    'data.type',
    { code: 'query', values: { query: 'data.query' } },
    { code: 'results', values: { results: 'data.size' } },
  ],
  rules: [
    notAbove({
      field: 'data.topn',
      limit: 'data.size',
      text: message('definitions.rule.resultsAndSize'),
      reason: 'topn-above-size',
      violation: { 'data.size': 1 },
    }),
  ],
  sample: {
    data: {
      type: 'content',
      query: 'जल चक्र',
      filters: { language: ['Hindi'], grade: ['Class 6'] },
      sort: { lastUpdatedOn: 'desc' },
      correlationid: 'c0a8-17f2-water',
      size: 12,
      topn: [
        { identifier: 'do_21340987654321012', score: 0.97 },
        { identifier: 'do_21340987654321044', score: 0.81 },
      ],
    },
  },
});
