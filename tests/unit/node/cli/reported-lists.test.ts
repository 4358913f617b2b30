import { expect, it, vi } from 'vitest';
import { toReportedFinding } from '#core/report/english-findings';
import type { ReportedFinding } from '#core/report/reported-finding';
import { type CacheNode, shareFinding } from '#core/telemetry/finding-cache';
import type { Finding } from '#core/telemetry/findings';
import { ReportedLists } from '#node/cli/validate/check/reported-lists';

const owner = {};
const cacheNode: CacheNode = { findings: new Map(), items: new Map() };

function findingAt(step: string, severity: Finding['severity'] = 'error'): Finding {
  const params = { reason: 'empty-id', field: step } as const;
  return { ruleSet: 'definition', severity, code: 'out-of-range', path: [step], params };
}

function sharedAt(step: string, severity?: Finding['severity']): Finding {
  return shareFinding({ owner, node: cacheNode, code: 'out-of-range', variant: step }, () => findingAt(step, severity));
}

function createLists() {
  const reported = new Map<Finding, ReportedFinding>();
  const report = vi.fn((finding: Finding) => {
    if (finding.severity === 'info') return null;
    const reportedFinding = reported.get(finding) ?? toReportedFinding(finding, 'page');
    reported.set(finding, reportedFinding);
    return reportedFinding;
  });
  return { report, lists: new ReportedLists(report) };
}

it('equal shared findings have the same reported list, and different findings have different lists', () => {
  const { report, lists } = createLists();
  const [a, b] = [sharedAt('a'), sharedAt('b')];
  const both = lists.report([a, b]);
  expect(both.map(({ path }) => path)).toEqual([['a'], ['b']]);
  expect(lists.report([a, b])).toBe(both);
  expect(report).toHaveBeenCalledTimes(2);
  expect(lists.report([a]).map(({ path }) => path)).toEqual([['a']]);
  expect(lists.report([b, a]).map(({ path }) => path)).toEqual([['b'], ['a']]);
  expect(lists.report([])).toEqual([]);
});

it('reported lists omit findings below the minimum severity', () => {
  const { lists } = createLists();
  const findings = [sharedAt('hidden', 'info'), sharedAt('shown')];
  expect(lists.report(findings).map(({ path }) => path)).toEqual([['shown']]);
  expect(lists.report(findings)).toHaveLength(1);
});

it('reported lists are not cached for findings that no other event shares', () => {
  const { lists } = createLists();
  const findings = [sharedAt('a'), findingAt('own')];
  const first = lists.report(findings);
  expect(lists.report(findings)).toEqual(first);
  expect(lists.report(findings)).not.toBe(first);
});

it('reported lists are evicted beyond the limit of the cache, and created again', () => {
  const { lists } = createLists();
  const findings = Array.from({ length: 150 }, (_, index) => sharedAt(`field ${index}`));
  const all = lists.report(findings);
  for (let from = 1; from < findings.length; from += 1) lists.report(findings.slice(from));
  expect(lists.report(findings)).toBe(all);
  for (let to = 1; to < findings.length; to += 1) lists.report(findings.slice(0, to));
  const recreated = lists.report(findings);
  expect(recreated).not.toBe(all);
  expect(recreated).toEqual(all);
  expect(lists.report(findings)).toBe(recreated);
});
