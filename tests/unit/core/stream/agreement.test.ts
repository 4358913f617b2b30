import { expect, it } from 'vitest';
import { isRuleSetOn, parseRuleSettings, withRuleSet } from '#core/rules/rule-settings';
import { firstErrorOf, isDisagreed, isReplacedByCause, opinionsOf } from '#core/stream/agreement';
import { createJudge } from '#core/stream/judge';
import type { RuleSet } from '#core/telemetry/findings';
import { loadRuleSets } from '#panel/capture/panel-judge';
import { eventOf, recordOf } from '#tests/fixtures/records';

const allRuleSets = await loadRuleSets(withRuleSet(parseRuleSettings(null), 'ingestion', true));

const event = (type: string, overrides: object = {}) => ({
  eid: 'INTERACT',
  ets: 1_700_000_000_000,
  ver: '3.0',
  mid: 'INTERACT:1',
  actor: { id: 'a', type: 'User' },
  context: { channel: 'c', env: 'e', pdata: { id: 'p', ver: '1', pid: 'pid' }, sid: 's', did: 'd' },
  edata: { type, id: 'next', pageid: 'home' },
  ...overrides,
});

const judgeEvent = (json: object, ruleSets: readonly RuleSet[] = allRuleSets) =>
  createJudge({ ruleSetsFor: () => ruleSets }).judge(
    recordOf(1, { call: null, event: eventOf({ json: json as never }) }).observed,
    false,
  );

it('rule sets agree if all accept an event or all reject it', () => {
  expect(isDisagreed(judgeEvent(event('TOUCH')))).toBe(false);
  const invalid = judgeEvent(event('TOUCH', { ver: 3, edata: 'none' }));
  expect(opinionsOf(invalid)).toEqual([
    { ruleSet: 'definition', findsErrors: true },
    { ruleSet: 'ingestion', findsErrors: true },
  ]);
  expect(isDisagreed(invalid)).toBe(false);
});

it('rule sets disagree if the pipeline accepts an event and the definition rejects it', () => {
  const record = judgeEvent(event('CLICK'));
  expect(opinionsOf(record)).toEqual([
    { ruleSet: 'definition', findsErrors: true },
    { ruleSet: 'ingestion', findsErrors: false },
  ]);
  expect(isDisagreed(record)).toBe(true);
  expect(firstErrorOf(record)).toMatchObject({ ruleSet: 'definition', path: ['edata', 'type'] });
});

it('the definition rejects an event even if a hint replaces its errors by their cause', () => {
  const wrappedRecord = judgeEvent(event('TOUCH', { edata: { edata: { type: 'TOUCH', id: 'next', pageid: 'home' } } }));
  expect(wrappedRecord.findings.map(({ ruleSet }) => ruleSet)).not.toContain('definition');
  expect(opinionsOf(wrappedRecord)[0]).toEqual({ ruleSet: 'definition', findsErrors: true });
  expect(firstErrorOf(wrappedRecord)).toMatchObject({ ruleSet: 'hints', code: 'wrapped' });
  expect(isReplacedByCause('definition', wrappedRecord)).toBe(true);
  expect(isReplacedByCause('envelope', wrappedRecord)).toBe(false);
  const { summary } = judgeEvent(event('TOUCH', { eid: 'OE_INTERACT' }));
  expect(isReplacedByCause('envelope', { summary, kind: null })).toBe(true);
});

it('rule sets do not disagree if only the definition is enabled', () => {
  const withoutIngestion = allRuleSets.filter(({ id }) => id !== 'ingestion');
  expect(isDisagreed(judgeEvent(event('CLICK'), withoutIngestion))).toBe(false);
});

it('the pipeline does not judge a call without an event', () => {
  const record = createJudge({ ruleSetsFor: () => allRuleSets }).judge(recordOf(1, { event: null }).observed, false);
  expect(opinionsOf(record).map(({ ruleSet }) => ruleSet)).toEqual(['definition']);
});

it('the panel does not load a disabled rule set', async () => {
  const ruleSettings = withRuleSet(parseRuleSettings(null), 'privacy', false);
  expect((await loadRuleSets(ruleSettings)).map(({ id }) => id)).not.toContain('privacy');
  expect(isRuleSetOn(ruleSettings, 'definition')).toBe(true);
});
