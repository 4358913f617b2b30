import type { JsonObject } from '#core/json/json';
import { message } from '#core/util/message';
import * as z from '#core/util/zod';
import { defineEvent } from '../definition';
import { CONTRADICTION, createContradiction, notAbove, numberAtPath, type RuleViolation, valueAtPath } from '../rules';
import { anyArray, identifier, seconds, singlePairs, withNote } from '../vocabulary';

const question = z.object({
  id: withNote(identifier(), 'common.questionId'),
  maxscore: withNote(z.nullish(z.number()), 'assess.maxscore'),
  exlength: withNote(z.nullish(seconds()), 'assess.exlength'),
  params: withNote(z.nullish(singlePairs()), 'assess.params'),
  uri: withNote(z.nullish(z.string()), 'assess.uri'),
  desc: withNote(z.nullish(z.string()), 'assess.desc'),
  title: withNote(z.nullish(z.string()), 'assess.title'),
  mmc: withNote(z.nullish(anyArray()), 'assess.mmc'),
  mc: withNote(z.nullish(anyArray()), 'assess.mc'),
});

/**
 * Checks `pass` for the scores 0 and 1 only. A partial score allows both values.
 * An absent `pass` means its default, No.
 */
function checkPassAndScore(args: JsonObject): RuleViolation | null {
  const pass = valueAtPath(args, 'data.pass') ?? 'No';
  const score = numberAtPath(args, 'data.score');
  if (pass === 'Yes' && score === 0) return createContradiction({ reason: 'score-of-yes' });
  if (pass === 'No' && score === 1) return createContradiction({ reason: 'score-of-no' });
  return null;
}

export const assess = defineEvent({
  arguments: {
    data: z.object({
      item: withNote(question, 'assess.item'),
      pass: withNote(z._default(z.nullish(z.enum(['Yes', 'No'])), 'No'), 'assess.pass', {
        interpretation: 'requiredWithDefault',
      }),
      score: withNote(z.nullish(z.number().check(z.minimum(0), z.maximum(1))), 'assess.score', {
        computedDefault: 'byPass',
        // "when pass is yes": compared with `Yes`, the spelling of the case-sensitive list of `pass`.
        interpretation: 'requiredWithDefault',
      }),
      resvalues: withNote(singlePairs(), 'assess.resvalues'),
      duration: withNote(seconds(), 'assess.duration'),
    }),
  },
  headline: ['data.item.id', 'data.pass', 'data.score'],
  rules: [
    {
      field: 'data.score',
      text: message('definitions.rule.passAndScore'),
      check: checkPassAndScore,
      reads: ['data.pass', 'data.score'],
      finding: CONTRADICTION,
      violations: [
        { 'data.pass': 'Yes', 'data.score': 0 },
        { 'data.pass': 'No', 'data.score': 1 },
      ],
    },
    notAbove({
      field: 'data.score',
      limit: 'data.item.maxscore',
      text: message('definitions.rule.scoreAndMaximum'),
      reason: 'score-above-maxscore',
      violation: { 'data.item.maxscore': 0.5 },
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
