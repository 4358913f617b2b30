import { countText } from '#components/i18n/figures.ts';
import { Button } from '#components/kit/Button.tsx';
import { Empty } from '#components/kit/Empty.tsx';
import { nothingMatches } from '#components/panel/filter/filter-words.ts';
import type { PanelPart } from '#components/panel/shell/Panel.tsx';
import { i18n } from '#i18n';
import { useDropOffer } from './use-drop-offer';

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
