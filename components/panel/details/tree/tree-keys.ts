import type { TargetedKeyboardEvent, TargetedMouseEvent } from 'preact';
import { findKeyAction, type ViewKey } from '#components/panel/app/view-keys.ts';
import { i18n } from '#i18n';
import type { TreeLine } from './tree-lines';
import type { TreeModel } from './use-tree';

export function handleTreeKeyDown(event: TargetedKeyboardEvent<HTMLElement>, tree: TreeModel) {
  if (event.target instanceof HTMLButtonElement || event.ctrlKey || event.metaKey || event.altKey) return;
  const index = tree.lines.findIndex((line) => line.key === tree.focusedKey);
  const line = tree.lines[index];
  const action = line && findKeyAction(treeKeys, event, { line, index, tree });
  if (!action) return;
  event.preventDefault();
  action();
}

interface TreeKeyTarget {
  readonly line: TreeLine;
  readonly index: number;
  readonly tree: TreeModel;
}

export const treeKeys: readonly ViewKey<TreeKeyTarget>[] = [
  {
    keys: '← →',
    label: () => i18n.t('keys.branches'),
    actionFor({ key }, { line, index, tree }) {
      const isExpanded = line.type === 'value' ? line.isExpanded : null;
      if (key === 'ArrowRight')
        return isExpanded === false ? () => tree.setExpanded(line.key, true) : () => focusLineAt(index + 1, tree);
      if (key !== 'ArrowLeft') return null;
      return isExpanded
        ? () => tree.setExpanded(line.key, false)
        : () => focusLineAt(parentIndex(index, tree.lines), tree);
    },
  },
  {
    keys: 'Home, End',
    label: () => i18n.t('keys.treeEnds'),
    actionFor({ key }, { tree }) {
      if (key === 'Home') return () => focusLineAt(0, tree);
      return key === 'End' ? () => focusLineAt(tree.lines.length - 1, tree) : null;
    },
  },
  {
    keys: '↑ ↓',
    actionFor({ key }, { index, tree }) {
      if (key === 'ArrowDown') return () => focusLineAt(index + 1, tree);
      return key === 'ArrowUp' ? () => focusLineAt(index - 1, tree) : null;
    },
  },
  {
    keys: 'Enter, Space',
    actionFor: ({ key }, { line, tree }) => (key === 'Enter' || key === ' ' ? () => toggle(line, tree) : null),
  },
];

/** Handles a click on a line like Enter. Selecting text is not a click. */
export function handleTreeClick(event: TargetedMouseEvent<HTMLElement>, tree: TreeModel) {
  const { target } = event;
  if (!(target instanceof Element) || target.closest('button') || getSelection()?.isCollapsed === false) return;
  const line = lineAt(target, tree);
  if (line) toggle(line, tree);
}

/** Returns the line that contains an element. */
export function lineAt(target: EventTarget | null, tree: TreeModel): TreeLine | undefined {
  const key = target instanceof Element ? target.closest<HTMLElement>('[data-key]')?.dataset.key : undefined;
  return tree.lines.find((candidate) => candidate.key === key);
}

function toggle(line: TreeLine, tree: TreeModel) {
  if (line.type === 'more') tree.showMore(line);
  else if (line.isExpanded !== null) tree.setExpanded(line.key, !line.isExpanded);
}

function focusLineAt(index: number, tree: TreeModel) {
  const line = tree.lines[Math.max(0, Math.min(tree.lines.length - 1, index))];
  if (line) tree.focus(line.key, true);
}

function parentIndex(index: number, lines: readonly TreeLine[]): number {
  const depth = lines[index]?.depth ?? 0;
  return lines.findLastIndex((line, lineIndex) => lineIndex < index && line.depth < depth);
}
