import type { Signal } from '@preact/signals';
import { useEffect, useMemo, useState } from 'preact/hooks';
import { formatNumber } from '#components/i18n/count-text.ts';
import { findKeyAction, type ViewKey } from '#components/panel/app/view-keys.ts';
import type { Json, JsonPath } from '#core/json/json';
import { i18n } from '#i18n';
import { childrenOf } from './tree-lines';

export interface TreeSearch {
  readonly text: string;
  readonly setText: (text: string) => void;
  /** `2 of 5`, `nothing`, or empty without a search. */
  readonly label: string;
  readonly onKeyDown: (event: KeyboardEvent) => void;
}

interface TreeSearchKeyTarget {
  readonly text: string;
  readonly step: (by: 1 | -1) => void;
  readonly clear: () => void;
}

/** The keys of the search field. */
export const treeSearchKeys: readonly ViewKey<TreeSearchKeyTarget>[] = [
  {
    keys: 'Enter, Shift Enter',
    label: () => i18n.t('keys.matches'),
    actionFor: ({ key, shiftKey }, { step }) => (key === 'Enter' ? () => step(shiftKey ? -1 : 1) : null),
  },
  {
    keys: 'Esc',
    actionFor: ({ key }, { text, clear }) => (key === 'Escape' && text !== '' ? clear : null),
  },
];

/**
 * Searches a tree for text, and the trees of the next events.
 * Enter goes to the next match, Shift+Enter to the previous one.
 */
export function useTreeSearch(
  root: Json,
  searched: Signal<string>,
  reveal: (path: JsonPath, takesFocus: boolean) => void,
): TreeSearch {
  const text = searched.value;
  const [at, setAt] = useState(0);
  const found = useMemo(() => findInTree(root, text), [root, text]);

  const goTo = (index: number, paths: readonly JsonPath[]) => {
    const path = paths[index];
    if (!path) return;
    setAt(index);
    reveal(path, false);
  };
  // Scrolls to the first match of each opened event; later the keys move from match to match.
  useEffect(() => goTo(0, found), []);
  return {
    text,
    setText: (next) => {
      searched.value = next;
      goTo(0, findInTree(root, next));
    },
    label: describeMatches(text, at, found.length),
    onKeyDown: (event) => {
      const clear = () => {
        searched.value = '';
      };
      const step = (by: 1 | -1) => goTo((at + found.length + by) % found.length, found);
      const action = findKeyAction(treeSearchKeys, event, { text, step, clear });
      if (!action) return;
      event.preventDefault();
      action();
    },
  };
}

function describeMatches(text: string, at: number, count: number): string {
  if (text.trim() === '') return '';
  return count === 0
    ? i18n.t('detail.searchNoMatches')
    : i18n.t('detail.searchAt', { n: formatNumber(at + 1), total: formatNumber(count) });
}

/** More matches would not help the user. */
const MAX_MATCHES = 500;

/** Returns the paths whose key or value contains the text, case-insensitive, from top to bottom. */
export function findInTree(root: Json, text: string): readonly JsonPath[] {
  const wanted = text.trim().toLowerCase();
  const found: JsonPath[] = [];
  if (wanted === '') return found;
  const visit = (value: Json, path: JsonPath) => {
    for (const [name, child] of childrenOf(value, path)) {
      if (found.length >= MAX_MATCHES) return;
      const childPath = [...path, name];
      if (containsText(name, wanted) || (typeof child !== 'object' && containsText(child, wanted)))
        found.push(childPath);
      visit(child, childPath);
    }
  };
  visit(root, []);
  return found;
}

function containsText(value: string | number | boolean, wanted: string): boolean {
  return String(value).toLowerCase().includes(wanted);
}
