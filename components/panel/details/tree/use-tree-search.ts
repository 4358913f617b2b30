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
  /** `2 of 5`, that nothing matches, or empty without a search. */
  readonly label: string;
  readonly onKeyDown: (event: KeyboardEvent) => void;
}

interface TreeSearchKeyTarget {
  readonly text: string;
  readonly step: (by: 1 | -1) => void;
  readonly clear: () => void;
}

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
 * Searches a tree for the text of `search`, which stays for the next event.
 * Enter goes to the next match, Shift+Enter to the previous one.
 */
export function useTreeSearch(
  root: Json,
  search: Signal<string>,
  reveal: (path: JsonPath, takesFocus: boolean) => void,
): TreeSearch {
  const text = search.value;
  const [matchIndex, setMatchIndex] = useState(0);
  const matches = useMemo(() => findInTree(root, text), [root, text]);
  // A change of the event may have removed matches.
  const currentIndex = Math.min(matchIndex, Math.max(0, matches.length - 1));

  const goTo = (index: number, paths: readonly JsonPath[]) => {
    const path = paths[index];
    if (!path) return;
    setMatchIndex(index);
    reveal(path, false);
  };
  // Scrolls to the first match when an event is opened.
  useEffect(() => goTo(0, matches), []);
  return {
    text,
    setText: (newText) => {
      search.value = newText;
      goTo(0, findInTree(root, newText));
    },
    label: describeMatches(text, currentIndex, matches.length),
    onKeyDown: (event) => {
      const clear = () => {
        search.value = '';
      };
      const step = (by: 1 | -1) => goTo((currentIndex + matches.length + by) % matches.length, matches);
      const action = findKeyAction(treeSearchKeys, event, { text, step, clear });
      if (!action) return;
      event.preventDefault();
      action();
    },
  };
}

function describeMatches(text: string, index: number, count: number): string {
  if (text.trim() === '') return '';
  return count === 0
    ? i18n.t('detail.searchNoMatches')
    : i18n.t('detail.searchAt', { n: formatNumber(index + 1), total: formatNumber(count) });
}

/** More matches would not help the user. */
const MAX_MATCHES = 500;

/** Returns the paths whose key or value contains the text, case-insensitive, from top to bottom. */
export function findInTree(root: Json, text: string): readonly JsonPath[] {
  const searchText = text.trim().toLowerCase();
  const matches: JsonPath[] = [];
  if (searchText === '') return matches;
  const visit = (value: Json, path: JsonPath) => {
    for (const [name, child] of childrenOf(value, path)) {
      if (matches.length >= MAX_MATCHES) return;
      const childPath = [...path, name];
      if (matchesText(name, child, searchText)) matches.push(childPath);
      visit(child, childPath);
    }
  };
  visit(root, []);
  return matches;
}

/** Whether a key or its value contains the text, which must be in lower case. Objects and lists match by key only. */
export function matchesText(key: string | number, value: Json, searchText: string): boolean {
  const isLeaf = value === null || typeof value !== 'object';
  return containsText(key, searchText) || (isLeaf && containsText(value, searchText));
}

function containsText(value: string | number | boolean | null, searchText: string): boolean {
  return String(value).toLowerCase().includes(searchText);
}
