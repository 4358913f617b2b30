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

it('the mark of a rule set is that of its most severe finding', () => {
  expect(ruleSetMark('envelope', judged(found('envelope', 'warning'), found('envelope', 'error')))).toBe('error');
});

it('a finding about the entity has the mark warning, as the event itself can be valid', () => {
  expect(ruleSetMark('entity', judged(found('entity', 'info')))).toBe('warning');
});

it('the definition has the mark error if a hint replaces its errors by their cause', () => {
  const record = judged(found('hints', 'error'));
  expect(ruleSetMark('definition', record)).toBe('error');
  expect(ruleSetMark('ingestion', record)).toBe('valid');
});

it('a rule set that has not checked the event has the mark unchecked', () => {
  expect(ruleSetMark('schema:team', judged())).toBe('unchecked');
  expect(ruleSetMark('definition', { ...judged(), kind: null })).toBe('unchecked');
});
