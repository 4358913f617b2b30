import type { JsonObject } from '#core/json/json';
import { z } from '#core/util/zod';
import { defineEvent } from '../definition';
import { at, contradiction, contradicts, notAbove, numberAt, type Problem } from '../rules';
import { anyArray, identifier, seconds, singlePairs } from '../vocabulary';

const question = z.object({
  id: identifier().describe('Unique question id.'),
  maxscore: z.number().nullish().describe('User-defined score for the question.'),
  exlength: seconds().nullish().describe('Expected time in seconds.'),
  params: singlePairs().nullish().describe('Parameter tuples, e.g. a substituted variable.'),
  uri: z.string().nullish().describe('External resource identifier.'),
  desc: z.string().nullish().describe('Short description.'),
  title: z.string().nullish().describe('Title.'),
  mmc: anyArray().nullish().describe('User-defined missing micro concepts.'),
  mc: anyArray().nullish().describe('Micro concepts.'),
});

/** Only the ends are told apart: a part of the score goes with either verdict. An absent pass is its default, No. */
function passAgainstScore(args: JsonObject): Problem | null {
  const pass = at(args, 'data.pass') ?? 'No';
  const score = numberAt(args, 'data.score');
  if (pass === 'Yes' && score === 0) return contradiction({ reason: 'score-of-yes' });
  if (pass === 'No' && score === 1) return contradiction({ reason: 'score-of-no' });
  return null;
}

export const assess = defineEvent({
  summary: 'An assessment made while content is viewed.',
  arguments: {
    data: z.object({
      item: question.describe('Question data.'),
      pass: z.enum(['Yes', 'No']).nullish().default('No').describe('Yes or No, case-sensitive.').meta({
        reading: 'Required and with a default at once: when it is absent the default applies, with a notice.',
      }),
      score: z.number().min(0).max(1).nullish().describe('Evaluated score between 0 and 1.').meta({
        defaultText: '1 when pass is Yes, 0 when it is No',
        // "when pass is yes": pass itself is spelled Yes and is case-sensitive, so Yes is what is compared with.
        reading: 'Required and with a default at once: when it is absent the default applies, with a notice.',
      }),
      resvalues: singlePairs().describe('Child answer (result of the assessment).'),
      duration: seconds().describe('Seconds taken.'),
    }),
  },
  headline: ['data.item.id', 'data.pass', 'data.score'],
  rules: [
    {
      field: 'data.score',
      text: 'Should agree with pass: 0 does not go with Yes, nor 1 with No.',
      check: passAgainstScore,
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
