import { signal } from '@preact/signals';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { defineStore } from '#components/panel/app/stores.ts';

export type JsonLayout = 'formatted' | 'raw';

/** How the details show an event: stays from row to row, over page loads too. */
export const detailsViewStore = defineStore(() => ({
  /** The search text of the tree. */
  search: signal(''),
  /** Expanded and collapsed branches of the tree, by path key. */
  opened: signal<ReadonlyMap<string, boolean>>(new Map()),
  /** Scroll positions by tab. */
  scroll: new Map<string, ScrollPlace>(),
  jsonLayout: signal<JsonLayout>('formatted'),
  /** Keys of the paths that are folded in the JSON view. */
  foldedJson: signal<ReadonlySet<string>>(new Set()),
}));

/** Scroll position in long content: the top line, and the pixels in case the next content has no such line. */
export interface ScrollPlace {
  readonly top: number;
  /** `data-key` of the top line, or `null` if the content has no keys. */
  readonly key: string | null;
  /** Pixels from the top of the pane to the line. */
  readonly offset: number;
}

/** Below what sticks to the top of the pane. */
const FIRST_LINE_PX = 48;

/** Keeps the scroll place of a pane by name: the next content with this name starts there. */
export function useScrollPlace(places: Map<string, ScrollPlace>, name: string, content: unknown) {
  const pane = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const place = places.get(name);
    const element = pane.current;
    if (!place || !element) return;
    const line = place.key === null ? null : element.querySelector(`[data-key="${CSS.escape(place.key)}"]`);
    element.scrollTop = line ? topOf(line) - topOf(element) - place.offset : place.top;
  }, [places, name, content]);
  const onScroll = () => {
    const element = pane.current;
    if (element) places.set(name, placeOf(element));
  };
  return { ref: pane, onScroll };
}

function placeOf(pane: HTMLElement): ScrollPlace {
  const { left, top, width } = pane.getBoundingClientRect();
  const line = document.elementFromPoint(left + width / 2, top + FIRST_LINE_PX)?.closest<HTMLElement>('[data-key]');
  const offset = line ? topOf(line) - top : 0;
  return { top: pane.scrollTop, key: line?.dataset.key ?? null, offset };
}

function topOf(element: Element): number {
  return element.getBoundingClientRect().top;
}
