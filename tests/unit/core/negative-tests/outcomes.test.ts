import { expect, it } from 'vitest';
import { ingestionOutcome } from '#core/negative-tests/ingestion-outcome';
import { compareFindings } from '#core/negative-tests/outcomes';
import { violationsOf } from '#core/negative-tests/violations-of';
import { defaultPipelineSettings } from '#core/pipeline/pipeline-settings';
import { createSchemaCheck } from '#core/rules/ingestion/ingestion-rules';
import { eventOf, recordOf } from '#tests/fixtures/records';

const [violation] = violationsOf('interact').filter(({ part }) => part === 'definition');
if (violation === undefined) throw new Error('There is no violation.');

it('a violation cannot be compared while the rule set that would find it is off', () => {
  const record = recordOf(1);
  expect(compareFindings(violation, record, ['envelope'])).toEqual({ status: 'not-checkable', reason: 'rule-set-off' });
  expect(compareFindings(violation, record, ['definition']).status).toBe('different');
});

it('what a pipeline does with the event of a violation is asked of the one that is chosen', () => {
  const json = { eid: 'INTERACT', mid: 'a', edata: { type: 'TOUCH', id: 'a', foo: 1 } };
  const record = recordOf(1, { event: eventOf({ json }) });
  expect(ingestionOutcome('interact', record).tone).toBe('noticed');
  const settings = defaultPipelineSettings['obsrv-2'];
  expect(ingestionOutcome('interact', record, { settings, check: createSchemaCheck('obsrv-2') }).tone).toBe('passed');
});
