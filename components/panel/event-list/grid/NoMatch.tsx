import { Button } from '#components/kit/Button.tsx';
import { Empty } from '#components/kit/EmptyState.tsx';
import { nothingMatches } from '#components/panel/filter/filter-labels.ts';
import type { PanelPart } from '#components/panel/shell/panel-part.ts';
import { countText } from '#core/util/count-text';
import { i18n } from '#i18n';
import { useDropOffer } from './use-filter-suggestion';

/** Nothing matches the filter: what was asked for, and how to ask for less. */
export function NoMatch({ model }: PanelPart) {
  const offer = useDropOffer(model);
  const { total } = model.records.counts.value;
  return (
    <Empty
      icon="funnel"
      title={i18n.t('empty.noMatch')}
      deeds={
        <>
          <Button big onClick={model.filter.clear}>
            {i18n.t('empty.clearFilter')}
          </Button>
          {offer && (
            <Button look="text" onClick={() => model.filter.set(offer.without)}>
              {i18n.t('empty.drop', { part: offer.name, n: countText(offer.shows) })}
            </Button>
          )}
        </>
      }
    >
      {i18n.t('empty.recorded', total, {
        n: countText(total),
        nothing: nothingMatches(model.filter.value.value),
      })}
    </Empty>
  );
}
