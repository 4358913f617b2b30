import { signal } from '@preact/signals';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { defineStore } from '#components/panel/app/stores.ts';

export type JsonLayout = 'formatted' | 'raw';

/** How the details show an event. This state stays for the next event, also over page loads. */
export const detailsViewStore = defineStore(() => ({
  /** The search text of the tree. */
  search: signal(''),
  /** Expanded and collapsed branches of the tree, by path key. */
  expansion: signal<ReadonlyMap<string, boolean>>(new Map()),
  /** Scroll positions by tab. */
  scroll: new Map<string, ScrollPosition>(),
  jsonLayout: signal<JsonLayout>('formatted'),
  /** Keys of the paths that are folded in the JSON view. */
  foldedJson: signal<ReadonlySet<string>>(new Set()),
}));

/** Scroll position in long content: the top line, and the pixels in case other content has no such line. */
export interface ScrollPosition {
  readonly top: number;
  /** `data-key` of the top line, or `null` if the content has no keys. */
  readonly key: string | null;
  /** Pixels from the top of the pane to the line. */
  readonly offset: number;
}

/** Offset of the first line, below the sticky content at the top of the pane. */
const FIRST_LINE_PX = 48;

/** Stores the scroll position of a pane by name. The next content with this name starts there. */
export function useScrollPosition(positions: Map<string, ScrollPosition>, name: string, content: unknown) {
  const pane = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const position = positions.get(name);
    const element = pane.current;
    if (!position || !element) return;
    const line = position.key === null ? null : element.querySelector(`[data-key="${CSS.escape(position.key)}"]`);
    element.scrollTop = line ? topOf(line) - topOf(element) - position.offset : position.top;
  }, [positions, name, content]);
  const onScroll = () => {
    const element = pane.current;
    if (element) positions.set(name, scrollPositionOf(element));
  };
  return { ref: pane, onScroll };
}

function scrollPositionOf(pane: HTMLElement): ScrollPosition {
  const { left, top, width } = pane.getBoundingClientRect();
  const line = document.elementFromPoint(left + width / 2, top + FIRST_LINE_PX)?.closest<HTMLElement>('[data-key]');
  const offset = line ? topOf(line) - top : 0;
  return { top: pane.scrollTop, key: line?.dataset.key ?? null, offset };
}

function topOf(element: Element): number {
  return element.getBoundingClientRect().top;
}
