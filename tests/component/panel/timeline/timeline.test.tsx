import { fireEvent, screen, within } from '@testing-library/preact';
import { expect, it } from 'vitest';
import { formatClockTime } from '#components/i18n/format.ts';
import { timelineSetting } from '#components/panel/timeline/TimelineCheckbox.tsx';
import { t, tPattern } from '#tests/drivers/texts';
import { recordOf } from '#tests/fixtures/records';
import { openPanel } from '../open-panel';

const strip = () => screen.getByTitle(tPattern('timeline.hint'));

function openStrip() {
  const { live } = openPanel();
  live.records.apply([recordOf(1, { at: 0 }), recordOf(2, { at: 10_000, lost: true })]);
  return live;
}

it('the timeline has a text alternative that describes its contents', async () => {
  openStrip();
  const image = await screen.findByRole('img', {
    name: tPattern('timeline.eventsBetween', { events: t('count.event', 2) }),
  });
  expect(image.getAttribute('aria-label')).toContain('0 invalid and 1 lost below it; 0 page loads');
});

it('the menu of a row can pin the time of the event in the timeline, and a click on the timeline removes the pin', async () => {
  const { live, stores } = openPanel();
  stores.get(timelineSetting).set(false);
  live.records.apply([recordOf(1, { at: 0 }), recordOf(2, { at: 10_000, headline: 'last' })]);
  fireEvent.contextMenu(await screen.findByText('last'));
  fireEvent.click(await screen.findByRole('menuitem', { name: t('rowMenu.showInTimeline') }));
  await screen.findByRole('img', { name: tPattern('timeline.eventsBetween', { events: t('count.event', 2) }) });
  const pinnedTime = within(strip()).getByText(formatClockTime(10_000)).parentElement;
  expect(pinnedTime?.style.left).toBe('100.000%');
  fireEvent.pointerDown(strip(), { button: 0, clientX: 300 });
  fireEvent.pointerUp(strip(), { clientX: 301 });
  expect(pinnedTime?.isConnected).toBe(false);
});

it('dragging over the timeline adds a time range to the filter, and a click removes it', async () => {
  const live = openStrip();
  await screen.findByRole('img', { name: tPattern('timeline.eventsBetween', { events: t('count.event', 2) }) });
  const box = { left: 100, width: 1000 };
  strip().getBoundingClientRect = () => new DOMRect(box.left, 0, box.width, 48);
  fireEvent.pointerDown(strip(), { button: 0, clientX: 600 });
  fireEvent.pointerMove(strip(), { clientX: 350 });
  fireEvent.pointerUp(strip(), { clientX: 350 });
  expect(live.filter.value.value.tokens).toEqual([`time:${formatClockTime(2500)}..${formatClockTime(5000)}`]);
  expect(live.visible.eventCount.value).toBe(0);
  fireEvent.pointerDown(strip(), { button: 0, clientX: 300 });
  fireEvent.pointerUp(strip(), { clientX: 301 });
  expect(live.filter.isEmpty.value).toBe(true);
});
