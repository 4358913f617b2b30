import { useEffect, useMemo, useState } from 'preact/hooks';
import type { ShownPlace } from '#components/panel/event-list/selection.ts';
import type { Json, JsonPath } from '#core/json/json';
import { deepestExistingPath, type EventTree, treeKey } from './event-tree';
import { type MoreLine, noTreeState, revealPath, showMoreChildren, type TreeLine, treeLines } from './tree-lines';

export interface TreeModel {
  readonly root: Json;
  readonly lines: readonly TreeLine[];
  /** Key of the line that has, or would get, the focus. */
  readonly focused: string | null;
  /** True when the focus is to move to that line now. */
  readonly grab: boolean;
  readonly focus: (key: string, grab: boolean) => void;
  readonly open: (key: string, open: boolean) => void;
  readonly showMore: (line: MoreLine) => void;
  /** Opens what hides a place and goes there; `grab` moves the focus too. */
  readonly reveal: (path: JsonPath, grab: boolean) => void;
  readonly openRemarks: () => void;
}

/** What is open in a tree, and where one is in it. */
export function useTree(content: EventTree, place: ShownPlace | null): TreeModel {
  const { root, remarks } = content;
  const [state, setState] = useState(noTreeState);
  const [focus, setFocus] = useState<{ readonly key: string | null; readonly grab: boolean }>({
    key: null,
    grab: false,
  });
  const lines = useMemo(() => treeLines({ root, remarks, state }), [root, remarks, state]);

  const reveal = (path: JsonPath, grab: boolean) => {
    const place = deepestExistingPath(root, path);
    setState((before) => revealPath(before, root, [place]));
    setFocus({ key: treeKey(place), grab });
  };
  useEffect(() => {
    if (place) reveal(place.path, true);
  }, [place]);

  return {
    root,
    lines,
    focused: lines.some((line) => line.key === focus.key) ? focus.key : (lines[0]?.key ?? null),
    grab: focus.grab,
    focus: (key, grab) => setFocus({ key, grab }),
    open: (key, open) => setState((before) => ({ ...before, opened: new Map(before.opened).set(key, open) })),
    showMore: (line) => setState((before) => showMoreChildren(before, line)),
    reveal,
    openRemarks: () => {
      const paths = [...remarks.keys()].map((key) => JSON.parse(key) as JsonPath);
      setState((before) => revealPath(before, root, paths));
    },
  };
}
