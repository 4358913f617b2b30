import { useMemo, useState } from 'preact/hooks';
import { formatNumber } from '#components/i18n/count-text.ts';
import type { Json, JsonPath } from '#core/json/json';
import { i18n } from '#i18n';
import { findInTree } from './tree-search';

export interface TreeSearch {
  readonly text: string;
  readonly setText: (text: string) => void;
  /** `2 of 5`, `nothing`, or empty while nothing is looked for. */
  readonly said: string;
  readonly onKeyDown: (event: KeyboardEvent) => void;
}

/** Looks for text in a tree; Enter goes to the next place, Shift+Enter to the one before. */
export function useTreeSearch(root: Json, reveal: (path: JsonPath, grab: boolean) => void): TreeSearch {
  const [text, setTextState] = useState('');
  const [at, setAt] = useState(0);
  const found = useMemo(() => findInTree(root, text), [root, text]);

  const goTo = (index: number, places: readonly JsonPath[]) => {
    const path = places[index];
    if (!path) return;
    setAt(index);
    reveal(path, false);
  };
  return {
    text,
    setText: (next) => {
      setTextState(next);
      goTo(0, findInTree(root, next));
    },
    said: describeMatches(text, at, found.length),
    onKeyDown: (event) => {
      if (event.key === 'Enter') goTo((at + (event.shiftKey ? found.length - 1 : 1)) % found.length, found);
      if (event.key !== 'Escape' || text === '') return;
      event.preventDefault();
      setTextState('');
    },
  };
}

function describeMatches(text: string, at: number, count: number): string {
  if (text.trim() === '') return '';
  return count === 0
    ? i18n.t('detail.searchNoMatches')
    : i18n.t('detail.searchAt', { n: formatNumber(at + 1), total: formatNumber(count) });
}
