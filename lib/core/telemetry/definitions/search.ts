import { describeField } from '#core/util/describe-schema';
import * as z from '#core/util/zod';
import { defineEvent } from '../definition';
import { notAbove } from '../rules';
import { anyObject, identifier } from '../vocabulary';

export const search = defineEvent({
  summary: 'A search for content, items or assets.',
  arguments: {
    data: z.object({
      type: describeField(z.string(), 'What is searched.', {
        suggestedValues: ['content', 'assessment', 'asset'],
        reading: 'The list has no "One of", and real sites use other values. Another value is a notice.',
      }),
      query: describeField(z.string(), 'Query string.'),
      filters: describeField(z.nullish(z.looseObject({})), 'Additional filters.', {
        reading: 'An open object: the document lists no keys, so no key is reported.',
      }),
      sort: describeField(z.nullish(z.looseObject({})), 'Sort parameters.', {
        reading: 'An open object: the document lists no keys, so no key is reported.',
      }),
      correlationid: describeField(
        z.nullish(identifier()),
        'Server-generated correlation id (for mobile app telemetry).',
      ),
      size: describeField(z.number(), 'Number of search results.', {
        recommendedMinimum: 0,
        reading: 'The document says number, not long. It need not be a whole number.',
      }),
      topn: describeField(z.array(anyObject()), 'Top N results (N configurable) with their scores.'),
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
