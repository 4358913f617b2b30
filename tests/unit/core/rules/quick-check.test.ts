import { describe, expect, it } from 'vitest';
import type { Json } from '#core/json/json';
import { createQuickCheck } from '#core/rules/quick-check';
import { defaultRuleSetNames } from '#core/rules/rule-sets';
import { eventOf } from '../telemetry/sentences';

describe('the quick check', () => {
  it('leaves what is nested deeper than is read to the whole way', () => {
    const quick = createQuickCheck(defaultRuleSetNames);
    const valid = eventOf('interrupt', { type: 'x' }) as Record<string, Json>;
    const check = (levels: number) => {
      const flags = '['.repeat(levels) + ']'.repeat(levels);
      const text = JSON.stringify({ ...valid, flags: '' }).replace('"flags":""', `"flags":${flags}`);
      return quick(JSON.parse(text), text);
    };
    expect(check(199)).toBe('interrupt');
    expect(check(200)).toBeNull();
    expect(check(5_000)).toBeNull();
  });

  it.each([[null], [[]], ['LOG'], [{ eid: 'NONE' }], [{ eid: ['LOG'] }], [{ method: 'log', args: [] }]])(
    'leaves %j to the whole way',
    (item) => {
      expect(createQuickCheck(['privacy'])(item as Json, JSON.stringify(item))).toBeNull();
    },
  );
});
