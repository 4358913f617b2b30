import { useSignal } from '@preact/signals';
import { useEffect, useMemo, useState } from 'preact/hooks';
import { useStore } from '#components/panel/app/stores.ts';
import type { ShownPath } from '#components/panel/event-list/selection.ts';
import type { Json, JsonPath } from '#core/json/json';
import { detailsViewStore } from '../details-view';
import { deepestExistingPath, type EventTree, treeKey } from './event-tree';
import {
  initialTreeState,
  type MoreLine,
  revealPath,
  showMoreChildren,
  type TreeLine,
  type TreeState,
  treeLines,
} from './tree-lines';

export interface TreeModel {
  readonly root: Json;
  readonly lines: readonly TreeLine[];
  /** Key of the line that has the focus, or gets it on Tab. */
  readonly focused: string | null;
  /** Whether the focus moves to that line now. */
  readonly takesFocus: boolean;
  readonly focus: (key: string, takesFocus: boolean) => void;
  readonly open: (key: string, open: boolean) => void;
  readonly showMore: (line: MoreLine) => void;
  /** Expands the branches around a path and scrolls to it; `takesFocus` moves the focus too. */
  readonly reveal: (path: JsonPath, takesFocus: boolean) => void;
  readonly openMessages: () => void;
}

/** The expanded branches of a tree, shared by all events, and the focused line. */
export function useTree(content: EventTree, shownPath: ShownPath | null): TreeModel {
  const { root, messages } = content;
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
    change((before) => revealPath(before, root, [existingPath]));
    setFocus({ key: treeKey(existingPath), takesFocus });
  };
  useEffect(() => {
    if (shownPath) reveal(shownPath.path, true);
  }, [shownPath]);

  return {
    root,
    lines,
    focused: lines.some((line) => line.key === focus.key) ? focus.key : (lines[0]?.key ?? null),
    takesFocus: focus.takesFocus,
    focus: (key, takesFocus) => setFocus({ key, takesFocus }),
    open: (key, open) => change((before) => ({ ...before, expansion: new Map(before.expansion).set(key, open) })),
    showMore: (line) => change((before) => showMoreChildren(before, line)),
    reveal,
    openMessages: () => {
      const paths = [...messages.keys()].map((key) => JSON.parse(key) as JsonPath);
      change((before) => revealPath(before, root, paths));
    },
  };
}
