import { expect, it } from 'vitest';
import { ruleSetStatus } from '#core/stream/rule-set-status';
import { summarizeFindings } from '#core/stream/summarize-findings';
import type { Finding, RuleSetId, Severity } from '#core/telemetry/findings';

const found = (ruleSet: RuleSetId, severity: Severity): Finding => ({
  ...{ ruleSet, severity, code: 'custom', path: [] },
  params: { reason: 'custom', text: 'found' },
});

const judged = (...findings: readonly Finding[]) => ({
  ...({ kind: 'log', ruleSets: ['definition', 'envelope', 'entity', 'ingestion'] } as const),
  summary: summarizeFindings('log', findings),
});

it.each([
  ['error', 'error'],
  ['warning', 'warning'],
  ['info', 'valid'],
] as const)('a rule set that finds an %s has the status %s', (severity, status) => {
  const record = judged(found('envelope', severity));
  expect(ruleSetStatus('envelope', record)).toBe(status);
  expect(ruleSetStatus('ingestion', record)).toBe('valid');
});

it('the status of a rule set is that of its most severe finding', () => {
  expect(ruleSetStatus('envelope', judged(found('envelope', 'warning'), found('envelope', 'error')))).toBe('error');
});

it('a finding about the entity has the status warning, as the event itself can be valid', () => {
  expect(ruleSetStatus('entity', judged(found('entity', 'info')))).toBe('warning');
});

it('the definition has the status error if a hint replaces its errors by their cause', () => {
  const record = judged(found('hints', 'error'));
  expect(ruleSetStatus('definition', record)).toBe('error');
  expect(ruleSetStatus('ingestion', record)).toBe('valid');
});

it('a rule set that has not checked the event has the status unchecked', () => {
  expect(ruleSetStatus('schema:team', judged())).toBe('unchecked');
  expect(ruleSetStatus('definition', { ...judged(), kind: null })).toBe('unchecked');
});
