import { useSignal } from '@preact/signals';
import { useEffect, useMemo, useState } from 'preact/hooks';
import { useStore } from '#components/panel/app/stores.ts';
import type { ShownPath } from '#components/panel/event-list/selection.ts';
import type { JsonPath } from '#core/json/json';
import { detailsViewStore } from '../details-view';
import { deepestExistingPath, type EventTree, treeKey } from './event-tree';
import {
  initialTreeState,
  type MoreLine,
  revealPaths,
  showMoreChildren,
  type TreeLine,
  type TreeState,
  treeLines,
} from './tree-lines';

export interface TreeModel {
  readonly lines: readonly TreeLine[];
  /** Key of the line that has the focus, or gets it on Tab. */
  readonly focusedKey: string | null;
  /** Whether the focus moves to that line now. */
  readonly takesFocus: boolean;
  readonly focus: (key: string, takesFocus: boolean) => void;
  readonly setExpanded: (key: string, isExpanded: boolean) => void;
  readonly showMore: (line: MoreLine) => void;
  /** Expands the branches around a path and scrolls to it; `takesFocus` moves the focus too. */
  readonly reveal: (path: JsonPath, takesFocus: boolean) => void;
  /** Expands the branches around all messages. */
  readonly revealMessages: () => void;
}

/** The expanded branches of a tree, shared by all events, and the focused line. */
export function useTree(eventTree: EventTree, shownPath: ShownPath | null): TreeModel {
  const { root, messages } = eventTree;
  const { expansion } = useStore(detailsViewStore);
  const windows = useSignal(initialTreeState.windows);
  const change = (next: (before: TreeState) => TreeState) => {
    const after = next({ expansion: expansion.peek(), windows: windows.peek() });
    expansion.value = after.expansion;
    windows.value = after.windows;
  };
  const [focus, setFocus] = useState<{ readonly key: string | null; readonly takesFocus: boolean }>({
    key: null,
    takesFocus: false,
  });
  const lines = useMemo(
    () => treeLines({ root, messages, state: { expansion: expansion.value, windows: windows.value } }),
    [root, messages, expansion.value, windows.value],
  );

  const reveal = (path: JsonPath, takesFocus: boolean) => {
    const existingPath = deepestExistingPath(root, path);
    change((before) => revealPaths(before, root, [existingPath]));
    setFocus({ key: treeKey(existingPath), takesFocus });
  };
  useEffect(() => {
    if (shownPath) reveal(shownPath.path, true);
  }, [shownPath]);

  return {
    lines,
    focusedKey: lines.some((line) => line.key === focus.key) ? focus.key : (lines[0]?.key ?? null),
    takesFocus: focus.takesFocus,
    focus: (key, takesFocus) => setFocus({ key, takesFocus }),
    setExpanded: (key, isExpanded) =>
      change((before) => ({ ...before, expansion: new Map(before.expansion).set(key, isExpanded) })),
    showMore: (line) => change((before) => showMoreChildren(before, line)),
    reveal,
    revealMessages: () => {
      const paths = [...messages.keys()].map((key) => JSON.parse(key) as JsonPath);
      change((before) => revealPaths(before, root, paths));
    },
  };
}
