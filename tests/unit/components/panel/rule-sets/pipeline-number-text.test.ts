import { expect, it } from 'vitest';
import {
  formatPipelineNumber,
  parsePipelineNumber,
} from '#components/panel/rule-sets/pipeline/pipeline-number-text.ts';
import { pipelineLimitNames } from '#core/rules/ingestion/pipeline-numbers';

it.each([
  ['maxEventBytes', 1_048_576, '1 MiB'],
  ['maxBatchBytes', 5_000_000, '5000000 B'],
  ['duplicateWindowMs', 604_800_000, '7 d'],
  ['duplicateBatchWindowMs', 5_400_000, '90 min'],
  ['maxAgeMonths', 3, '3'],
  ['maxAgeMonths', null, ''],
] as const)('%s %s is formatted as “%s”, and parsed back', (name, value, text) => {
  expect(formatPipelineNumber(name, value)).toBe(text);
  expect(parsePipelineNumber(name, text)).toBe(value);
});

it('a number without a unit has the smallest unit, and units are case-insensitive', () => {
  expect(parsePipelineNumber('maxEventBytes', ' 2048 ')).toBe(2048);
  expect(parsePipelineNumber('maxEventBytes', '0.5mib')).toBe(524_288);
  expect(parsePipelineNumber('duplicateWindowMs', '2H')).toBe(7_200_000);
});

it.each(['0', '-1', '1.5', 'one', '1 parsec', '9'.repeat(20), '1e3'])(
  '“%s” is not a valid number of a pipeline',
  (text) => {
    for (const name of pipelineLimitNames) expect(parsePipelineNumber(name, text)).toBeUndefined();
  },
);

it('only the age may be empty, since a pipeline needs a size and a window', () => {
  expect(pipelineLimitNames.filter((name) => parsePipelineNumber(name, '') === null)).toEqual(['maxAgeMonths']);
});
