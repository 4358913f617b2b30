import { expect, it, vi } from 'vitest';
import { SharedItems } from '#node/cli/validate/check/shared-items';

it('equal texts are parsed once, as the same object', () => {
  const read = vi.fn((): { eid: string } => ({ eid: 'LOG' }));
  const items = new SharedItems();
  const first = items.read('{"eid":"LOG"}', read);
  expect(items.read('{"eid":"LOG"}', read)).toBe(first);
  expect(items.read('{"eid":"LOG" }', read)).not.toBe(first);
  expect(read).toHaveBeenCalledTimes(2);
});

it('shared items are evicted once their texts exceed the limit', () => {
  const items = new SharedItems();
  const long = 'x'.repeat(600_000);
  const first = items.read(`1${long}`, () => ({}));
  items.read(`2${long}`, () => ({}));
  expect(items.read(`1${long}`, () => ({}))).not.toBe(first);
});
