import { expect, it } from 'vitest';
import { ruleSetMark } from '#core/stream/rule-set-mark';
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
] as const)('a rule set that finds an %s has the mark %s', (severity, mark) => {
  const record = judged(found('envelope', severity));
  expect(ruleSetMark('envelope', record)).toBe(mark);
  expect(ruleSetMark('ingestion', record)).toBe('valid');
});

it('the most severe finding of a rule set counts', () => {
  expect(ruleSetMark('envelope', judged(found('envelope', 'warning'), found('envelope', 'error')))).toBe('error');
});

it('a finding about the entity is a warning: the event itself may be valid', () => {
  expect(ruleSetMark('entity', judged(found('entity', 'info')))).toBe('warning');
});

it('the definition has the mark of its errors where a hint names their cause', () => {
  const record = judged(found('hints', 'error'));
  expect(ruleSetMark('definition', record)).toBe('error');
  expect(ruleSetMark('ingestion', record)).toBe('valid');
});

it('a rule set that has not checked the event has a mark of its own', () => {
  expect(ruleSetMark('schema:team', judged())).toBe('unchecked');
  expect(ruleSetMark('definition', { ...judged(), kind: null })).toBe('unchecked');
});
