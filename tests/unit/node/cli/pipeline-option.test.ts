import { expect, it } from 'vitest';
import { runOn } from './run-cli';

const event = (ver: string, question: object) =>
  `${JSON.stringify({
    eid: 'ASSESS',
    ets: 1_763_620_200_000,
    ver,
    mid: 'ASSESS:1',
    actor: { id: 'anonymous', type: 'User' },
    context: { channel: 'learn', env: 'player', pdata: { id: 'learn.portal' } },
    edata: { item: { id: 'q1', ...question }, pass: 'Yes', score: 1, resvalues: [], duration: 2 },
  })}\n`;
const eventWithType = event('3.0', { type: 'mcq' });
const eventWithNumericId = event('3.1', { id: 5 });

it.each([
  [[], ['valid', 'invalid']],
  [
    ['--pipeline', 'sunbird-5.0'],
    ['valid', 'invalid'],
  ],
  [
    ['--pipeline', 'sunbird-2019'],
    ['invalid', 'valid'],
  ],
  [['--pipeline=obsrv-2'], ['valid', 'valid']],
])('the options %j select the rules of a pipeline', async (args, verdicts) => {
  const { lines } = await runOn(eventWithType + eventWithNumericId, ['validate', '-', '--rules', 'ingestion', ...args]);
  expect(lines.map(({ verdict }) => verdict)).toEqual(verdicts);
});

it('a configuration selects the pipeline, and the option has precedence', async () => {
  const deps = { readText: async () => JSON.stringify({ rules: ['ingestion'], pipeline: 'sunbird-2019' }) };
  const args = ['validate', '-', '--config', 'telemetry-v3.config.json'];
  expect((await runOn(eventWithType, args, { deps })).lines.map(({ verdict }) => verdict)).toEqual(['invalid']);
  const other = await runOn(eventWithType, [...args, '--pipeline', 'sunbird-5.0'], { deps });
  expect(other.lines.map(({ verdict }) => verdict)).toEqual(['valid']);
});

it('an unknown pipeline is rejected with a list of the known ones', async () => {
  const { code, err } = await runOn(eventWithType, ['validate', '-', '--pipeline', 'sunbird-5']);
  expect(code).toBe(2);
  expect(err).toContain('--pipeline must be sunbird-2019, sunbird-5.0 or obsrv-2; got "sunbird-5".');
  const deps = { readText: async () => JSON.stringify({ pipeline: 'obsrv' }) };
  const config = await runOn(eventWithType, ['validate', '-', '--config', 'telemetry-v3.config.json'], { deps });
  expect(config.err).toContain('pipeline must be one of sunbird-2019, sunbird-5.0, obsrv-2; got "obsrv".');
});
