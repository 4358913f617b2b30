import { formatNumber } from '#components/i18n/count-text.ts';
import { StatusLabel } from '#components/kit/StatusLabel.tsx';
import type { DifferenceType } from '#core/journey/record-comparison';
import { i18n } from '#i18n';
import { differenceLooks } from './difference-labels';

/** “2 changed, 1 added, 1 removed”, without those that there are none of. */
export function DifferenceCounts({ counts }: { readonly counts: Readonly<Record<DifferenceType, number>> }) {
  const texts = {
    changed: (n: string) => i18n.t('compare.countChanged', { n }),
    added: (n: string) => i18n.t('compare.countAdded', { n }),
    removed: (n: string) => i18n.t('compare.countRemoved', { n }),
  };
  const types = ['changed', 'added', 'removed'] as const;
  return (
    <>
      {types
        .filter((type) => counts[type] > 0)
        .map((type) => (
          <StatusLabel key={type} {...differenceLooks[type]}>
            {texts[type](formatNumber(counts[type]))}
          </StatusLabel>
        ))}
    </>
  );
}
