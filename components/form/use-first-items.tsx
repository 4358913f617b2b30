import { useSignal } from '@preact/signals';
import type { VNode } from 'preact';
import { formatNumber } from '#components/i18n/count-text.ts';
import { Button } from '#components/kit/Button.tsx';
import { i18n } from '#i18n';

/** Lists may hold lists: each level multiplies what is rendered. */
const FIRST_ITEMS = 25;
const MORE_ITEMS = 100;

interface FirstItems<Item> {
  readonly items: readonly Item[];
  /** A button that shows more of them, or null if all are shown. */
  readonly more: VNode | null;
}

/** The first of many items: a draft may hold hundreds of thousands. */
export function useFirstItems<Item>(all: readonly Item[]): FirstItems<Item> {
  const limit = useSignal(FIRST_ITEMS);
  const left = all.length - limit.value;
  if (left <= 0) return { items: all, more: null };
  const showMore = () => {
    limit.value += MORE_ITEMS;
  };
  const params = { n: formatNumber(Math.min(left, MORE_ITEMS)), left: formatNumber(left) };
  const more = (
    <Button appearance="text" icon="down" onClick={showMore}>
      {i18n.t('form.showMore', params)}
    </Button>
  );
  return { items: all.slice(0, limit.value), more };
}
