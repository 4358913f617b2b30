import { expect, it } from 'vitest';
import { nodeOfRuleSet, shareFinding } from '#core/telemetry/finding-cache';
import type { Finding } from '#core/telemetry/findings';

const create = (): Finding => ({
  ruleSet: 'schema:test',
  severity: 'error',
  code: 'contradiction',
  path: [],
  params: { reason: 'schema-not', schema: 'a.json', keyword: 'not', pointer: '' },
});

it('the cache is cleared after many paths, even if their findings are not shared', () => {
  const owner = {};
  const share = () =>
    shareFinding({ owner, node: nodeOfRuleSet('schema:test'), code: 'contradiction', variant: '' }, create);
  const shared = share();
  expect(share()).toBe(shared);
  for (let row = 0; row < 5_000; row += 1) nodeOfRuleSet('schema:test', `/edata/${row}`);
  expect(share()).not.toBe(shared);
});
