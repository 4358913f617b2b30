import type { JsonObject } from '#core/json/json';
import { describeField } from '#core/util/describe-schema';
import * as z from '#core/util/zod';
import { defineEvent } from '../definition';
import { contradictionOf, contradicts, findingAt, notAbove, numberFindingAt, type Problem } from '../rules';
import { anyArray, identifier, seconds, singlePairs } from '../vocabulary';

const question = z.object({
  id: describeField(identifier(), 'Unique question id.'),
  maxscore: describeField(z.nullish(z.number()), 'User-defined score for the question.'),
  exlength: describeField(z.nullish(seconds()), 'Expected time in seconds.'),
  params: describeField(z.nullish(singlePairs()), 'Parameter tuples, e.g. a substituted variable.'),
  uri: describeField(z.nullish(z.string()), 'External resource identifier.'),
  desc: describeField(z.nullish(z.string()), 'Short description.'),
  title: describeField(z.nullish(z.string()), 'Title.'),
  mmc: describeField(z.nullish(anyArray()), 'User-defined missing micro concepts.'),
  mc: describeField(z.nullish(anyArray()), 'Micro concepts.'),
});

/**
 * Only 0 and 1 are checked: a part of the score fits either verdict.
 * An absent pass is its default, No.
 */
function passAgainstScore(args: JsonObject): Problem | null {
  const pass = findingAt(args, 'data.pass') ?? 'No';
  const score = numberFindingAt(args, 'data.score');
  if (pass === 'Yes' && score === 0) return contradictionOf({ reason: 'score-of-yes' });
  if (pass === 'No' && score === 1) return contradictionOf({ reason: 'score-of-no' });
  return null;
}

export const assess = defineEvent({
  summary: 'An assessment made while content is viewed.',
  arguments: {
    data: z.object({
      item: describeField(question, 'Question data.'),
      pass: describeField(z._default(z.nullish(z.enum(['Yes', 'No'])), 'No'), 'Yes or No, case-sensitive.', {
        reading: 'Required, and has a default. If it is absent, the default applies, with a notice.',
      }),
      score: describeField(
        z.nullish(z.number().check(z.minimum(0), z.maximum(1))),
        'Evaluated score between 0 and 1.',
        {
          defaultText: '1 when pass is Yes, 0 when it is No',
          // "when pass is yes": pass itself is spelled Yes and is case-sensitive, so Yes is what is compared with.
          reading: 'Required, and has a default. If it is absent, the default applies, with a notice.',
        },
      ),
      resvalues: describeField(singlePairs(), 'Child answer (result of the assessment).'),
      duration: describeField(seconds(), 'Seconds taken.'),
    }),
  },
  headline: ['data.item.id', 'data.pass', 'data.score'],
  rules: [
    {
      field: 'data.score',
      text: 'Should agree with pass: 0 does not go with Yes, nor 1 with No.',
      check: passAgainstScore,
      reads: ['data.pass', 'data.score'],
      finds: contradicts,
      breaks: [
        { 'data.pass': 'Yes', 'data.score': 0 },
        { 'data.pass': 'No', 'data.score': 1 },
      ],
    },
    notAbove({
      field: 'data.score',
      limit: 'data.item.maxscore',
      text: 'score should not be above maxscore.',
      reason: 'score-above-maxscore',
      breaks: { 'data.item.maxscore': 0.5 },
    }),
  ],
  sample: {
    data: {
      item: {
        id: 'do_21340987654321012_q1',
        maxscore: 1,
        exlength: 20,
        params: [{ liquid: 'पानी' }],
        uri: 'https://learn.example.org/questions/q1',
        desc: 'जल चक्र का पहला चरण पहचानिए',
        title: 'जब सूर्य पानी को गर्म करता है, तब क्या होता है?',
        mmc: ['condensation'],
        mc: ['evaporation'],
      },
      pass: 'Yes',
      score: 1,
      resvalues: [{ answer: 'वाष्पीकरण' }],
      duration: 12.4,
    },
  },
});
