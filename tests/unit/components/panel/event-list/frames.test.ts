import { describe, expect, it } from 'vitest';
import { emptyListReason } from '#components/panel/event-list/empty-list.ts';
import { createFrames, sdkNames, targetKeyOf, targetLabel } from '#components/panel/event-list/frames.ts';
import type { WatchedFrame } from '#core/journey/watched-frame';

const sdk = { global: '$t', generation: '2.x' } as const;
const frame = (documentId: string, overrides: Partial<WatchedFrame> = {}): WatchedFrame => ({
  frameId: Number(documentId),
  url: `http://localhost/${documentId}.html`,
  documentId,
  title: '',
  sdks: [sdk],
  ...overrides,
});

it('firing uses the SDK of the top frame by default', () => {
  const frames = createFrames();
  frames.set([frame('2'), frame('0'), frame('3')]);
  expect(frames.target.value?.documentId).toBe('0');
  frames.select(targetKeyOf({ ...frame('3'), sdk: 0 }));
  expect(frames.target.value?.documentId).toBe('3');
});

it('firing uses another SDK after the selected SDK was removed', () => {
  const frames = createFrames();
  frames.set([frame('2'), frame('3')]);
  frames.select(targetKeyOf({ ...frame('3'), sdk: 0 }));
  frames.set([frame('2')]);
  expect(frames.target.value?.documentId).toBe('2');
});

it('the SDK to fire through can be selected among all SDKs of a frame; of SDKs that replaced each other, only the last is listed', () => {
  const frames = createFrames();
  const other = { global: 'EkTelemetry', generation: '1.x' } as const;
  frames.set([frame('0', { sdks: [sdk, other, sdk] })]);
  expect(frames.targets.value.map(targetLabel)).toEqual(['/0.html, $t 2.x', '/0.html, EkTelemetry 1.x']);
  expect(frames.target.value?.sdk).toBe(2);
  frames.select(targetKeyOf({ ...frame('0'), sdk: 1 }));
  expect(frames.target.value?.sdk).toBe(1);
});

it('firing has no target if no frame has an SDK', () => {
  const frames = createFrames();
  frames.set([frame('0', { sdks: [] })]);
  expect(frames.target.value).toBeNull();
});

it('the label of the SDK to fire through consists of its page and its global', () => {
  expect(targetLabel({ ...frame('2'), sdk: 0 })).toBe('2.html, $t 2.x');
  expect(targetLabel({ ...frame('0', { title: 'Lesson' }), sdk: 0 })).toBe('Lesson (/0.html), $t 2.x');
  expect(sdkNames([frame('1'), frame('2', { sdks: [{ global: 'EkTelemetry', generation: '1.x' }] })])).toBe(
    'SDK 1.x and 2.x',
  );
});

describe('empty list', () => {
  const watched = { state: 'watched', host: 'localhost' } as const;
  const base = { recordCount: 0, visibleCount: 0, watching: watched, frames: [frame('0')] };
  it.each([
    ['not watched', { ...base, watching: { state: 'not-watched', host: 'x' } as const }, 'not-watched'],
    ['a browser page', { ...base, watching: { state: 'unavailable', host: 'x' } as const }, 'unavailable'],
    ['no SDK', { ...base, frames: [frame('0', { sdks: [] })] }, 'no-sdk'],
    ['no events yet', base, 'nothing-yet'],
    ['no event of a collector', { ...base, showsCollector: true }, 'nothing-collected'],
    [
      'a collector page whose site blocks eval',
      { ...base, showsCollector: true, frames: [frame('0', { sdks: [], evalBlocked: true })] },
      'no-sdk',
    ],
    ['no match for the filter', { ...base, recordCount: 5 }, 'no-match'],
    [
      'a list with events',
      { ...base, recordCount: 5, visibleCount: 1, watching: { state: 'not-watched', host: 'x' } as const },
      null,
    ],
  ])('the reason for an empty list depends on the state of the panel: %s', (_, situation, reason) => {
    expect(emptyListReason(situation)).toBe(reason);
  });
});
