import { SelectBox } from '#components/kit/forms/SelectBox.tsx';
import { useStore, useStores } from '#components/panel/app/stores.ts';
import { useEventList } from '#components/panel/event-list/event-list.ts';
import type { Sample } from '#core/drafts/sample';
import { i18n } from '#i18n';
import { othersFor } from './compare-others';
import { type ComparedSide, compareStore } from './compare-store';

interface ComparedWithProps {
  /** The row of the list that is shown. */
  readonly own: ComparedSide;
  readonly other: ComparedSide;
  readonly samples: readonly Sample[];
}

/** Chooses what a row is compared with: another row, a row of another capture, a sample, the example of its definition. */
export function ComparedWith({ own, other, samples }: ComparedWithProps) {
  const stores = useStores();
  const list = useEventList();
  const comparison = useStore(compareStore);
  const others = othersFor(own.record, list, { stores, samples });
  const chosen = others.find(({ side }) => side.label === other.label)?.id ?? '';
  if (others.length === 0) return null;
  const known = others.map(({ id, title }) => [id, title] as const);
  const options = chosen === '' ? [['', i18n.t('compare.otherRow')] as const, ...known] : known;
  return (
    <label class="compared-with">
      <span>{i18n.t('compare.with')}</span>
      <SelectBox
        value={chosen}
        options={options}
        onChoose={(chosenId) => {
          const wanted = others.find(({ id }) => id === chosenId);
          if (wanted) comparison.openWith(list, own.record.row, wanted.side);
        }}
      />
    </label>
  );
}
