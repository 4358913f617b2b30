import { type Signal, signal } from '@preact/signals';
import { act, render, screen } from '@testing-library/preact';
import { useRef } from 'preact/hooks';
import { expect, it } from 'vitest';
import type { AutoScroll } from '#components/panel/event-list/auto-scroll.ts';
import { useAutoScroll } from '#components/panel/event-list/grid/use-auto-scroll.ts';

const VIEWPORT_PX = 100;

interface ListProps {
  readonly autoScroll: AutoScroll;
  readonly height: Signal<number>;
}

function List({ autoScroll, height }: ListProps) {
  const scroller = useRef<HTMLUListElement | null>(null);
  useAutoScroll({ scroller, autoScroll, isInArrivalOrder: true, height: height.value, keepInView: () => false });
  // happy-dom has no layout, so the test defines the geometry of the list.
  const setGeometry = (list: HTMLUListElement | null) => {
    scroller.current = list;
    if (list === null || 'isLaidOut' in list) return;
    let top = 0;
    Object.defineProperties(list, {
      isLaidOut: { value: true },
      clientHeight: { value: VIEWPORT_PX },
      scrollHeight: { get: () => height.peek() },
      scrollTop: {
        get: () => top,
        set: (value: number) => {
          top = Math.max(0, Math.min(value, height.peek() - VIEWPORT_PX));
        },
      },
    });
  };
  return <ul ref={setGeometry} />;
}

function openList() {
  const autoScroll: AutoScroll = { isFollowing: signal(true), requests: signal(0), scrollToEnd: () => undefined };
  const height = signal(1_000);
  render(<List {...{ autoScroll, height }} />);
  const list = screen.getByRole('list');
  return {
    autoScroll,
    list,
    /** How far the list is from its end, in pixels. */
    distanceToEnd: () => list.scrollHeight - list.scrollTop - list.clientHeight,
    addRows() {
      void act(() => {
        height.value += 500;
      });
    },
    wheel: (deltaY: number, { ctrlKey = false } = {}) =>
      list.dispatchEvent(Object.assign(new Event('wheel'), { deltaY, ctrlKey })),
    scrollTo(top: number) {
      list.scrollTop = top;
      list.dispatchEvent(new Event('scroll'));
    },
    endScroll: () => list.dispatchEvent(new Event('scrollend')),
  };
}

it('a list starts scrolled to its end, and stays there as rows are added', () => {
  const { addRows, distanceToEnd } = openList();
  expect(distanceToEnd()).toBe(0);
  addRows();
  expect(distanceToEnd()).toBe(0);
});

it('a row that is added during the first frames of a scroll up does not scroll the list back to its end', () => {
  const { list, addRows, distanceToEnd, wheel, scrollTo, endScroll } = openList();
  const end = list.scrollTop;
  wheel(-300);
  // The event of the scroll that brought the list to its end comes a frame late.
  scrollTo(end);
  endScroll();
  addRows();
  expect(distanceToEnd()).toBe(500);
  // A smooth scroll begins with a few pixels.
  scrollTo(end - 2);
  scrollTo(end - 300);
  endScroll();
  addRows();
  expect(distanceToEnd()).toBe(1_300);
});

it('a list that is scrolled back to its end stays there as rows are added', () => {
  const { list, autoScroll, addRows, distanceToEnd, wheel, scrollTo, endScroll } = openList();
  const end = list.scrollTop;
  wheel(-300);
  scrollTo(end - 300);
  endScroll();
  expect(autoScroll.isFollowing.value).toBe(false);
  wheel(300);
  scrollTo(end);
  expect(autoScroll.isFollowing.value).toBe(true);
  addRows();
  expect(distanceToEnd()).toBe(0);
});

it('a list that is scrolled to its end during a scroll up stays there', () => {
  const { list, addRows, distanceToEnd, wheel, scrollTo, endScroll } = openList();
  wheel(-300);
  addRows();
  scrollTo(list.scrollHeight);
  endScroll();
  addRows();
  expect(distanceToEnd()).toBe(0);
});

it('a list that returns to its end stays there as rows are added, even before the scroll up has ended', () => {
  const { list, addRows, distanceToEnd, wheel, scrollTo } = openList();
  const end = list.scrollTop;
  wheel(-300);
  scrollTo(end - 100);
  scrollTo(end);
  addRows();
  expect(distanceToEnd()).toBe(0);
});

it('a list that is scrolled up by less than a row stays at its end', () => {
  const { list, addRows, distanceToEnd, wheel, scrollTo, endScroll } = openList();
  wheel(-2);
  scrollTo(list.scrollTop - 2);
  endScroll();
  addRows();
  expect(distanceToEnd()).toBe(0);
});

it('zooming with the wheel does not count as scrolling', () => {
  const { addRows, distanceToEnd, wheel } = openList();
  wheel(-300, { ctrlKey: true });
  addRows();
  expect(distanceToEnd()).toBe(0);
});
