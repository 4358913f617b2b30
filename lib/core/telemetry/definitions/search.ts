import { z } from '#core/util/zod';
import { defineEvent } from '../definition';
import { notAbove } from '../rules';
import { anyObject, identifier } from '../vocabulary';

export const search = defineEvent({
  summary: 'A search for content, items or assets.',
  arguments: {
    data: z.object({
      type: z
        .string()
        .describe('What is searched.')
        .meta({
          usualChoices: ['content', 'assessment', 'asset'],
          reading: 'The list stands without "One of" and real sites use other values: another one is a notice.',
        }),
      query: z.string().describe('Query string.'),
      filters: z.looseObject({}).nullish().describe('Additional filters.').meta({
        reading: 'A free object: the document lists no keys, so none is remarked on.',
      }),
      sort: z.looseObject({}).nullish().describe('Sort parameters.').meta({
        reading: 'A free object: the document lists no keys, so none is remarked on.',
      }),
      correlationid: identifier().nullish().describe('Server-generated correlation id (for mobile app telemetry).'),
      size: z.number().describe('Number of search results.').meta({
        usualMinimum: 0,
        reading: 'The document says number, not long: it need not be whole.',
      }),
      topn: z.array(anyObject()).describe('Top N results (N configurable) with their scores.'),
    }),
  },
  headline: ['data.type', '“{data.query}”', '{data.size} results'],
  rules: [
    notAbove({
      field: 'data.topn',
      limit: 'data.size',
      text: 'topn should not hold more results than size says.',
      reason: 'topn-above-size',
      breaks: { 'data.size': 1 },
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
