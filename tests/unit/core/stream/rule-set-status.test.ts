import { expect, it } from 'vitest';
import { ruleSetStatus } from '#core/stream/rule-set-status';
import { summarizeFindings } from '#core/stream/summarize-findings';
import type { Finding, RuleSetId, Severity } from '#core/telemetry/findings';

const findingOf = (ruleSet: RuleSetId, severity: Severity): Finding => ({
  ruleSet,
  severity,
  code: 'custom',
  path: [],
  params: { reason: 'custom', text: '' },
});

const judgedRecord = (...findings: readonly Finding[]) => ({
  kind: 'log' as const,
  ruleSets: ['definition', 'envelope', 'entity', 'ingestion'] as const,
  summary: summarizeFindings('log', findings),
});

it.each([
  ['error', 'error'],
  ['warning', 'warning'],
  ['info', 'valid'],
] as const)('a rule set whose only finding has the severity %s has the status %s', (severity, status) => {
  const record = judgedRecord(findingOf('envelope', severity));
  expect(ruleSetStatus('envelope', record)).toBe(status);
  expect(ruleSetStatus('ingestion', record)).toBe('valid');
});

it('the status of a rule set is that of its most severe finding', () => {
  expect(
    ruleSetStatus('envelope', judgedRecord(findingOf('envelope', 'warning'), findingOf('envelope', 'error'))),
  ).toBe('error');
});

it('the rule set of the entity has the status warning even with a finding of severity info', () => {
  expect(ruleSetStatus('entity', judgedRecord(findingOf('entity', 'info')))).toBe('warning');
});

it('the definition has the status error if a hint replaces its errors by their cause', () => {
  const record = judgedRecord(findingOf('hints', 'error'));
  expect(ruleSetStatus('definition', record)).toBe('error');
  expect(ruleSetStatus('ingestion', record)).toBe('valid');
});

it('a rule set that has not checked the event has the status unchecked', () => {
  expect(ruleSetStatus('schema:team', judgedRecord())).toBe('unchecked');
  expect(ruleSetStatus('definition', { ...judgedRecord(), kind: null })).toBe('unchecked');
});
