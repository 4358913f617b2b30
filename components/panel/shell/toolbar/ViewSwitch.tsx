import type { Signal } from '@preact/signals';
import { Segments } from '#components/kit/Segments.tsx';
import type { PanelView } from '#components/panel/app/app-store.ts';
import { i18n } from '#i18n';
import { viewLabels } from '../view-labels';

const icons = { events: 'rows', compose: 'compose', scenarios: 'steps', registry: 'registry' } as const;
const views = ['events', 'compose', 'scenarios', 'registry'] as const;

/** Events, Compose, Scenarios or Registry. */
export function ViewSwitch({ view }: { readonly view: Signal<PanelView> }) {
  const choose = (next: PanelView) => {
    view.value = next;
  };
  const labels = viewLabels();
  const options = views.map((value) => ({ value, label: labels[value], icon: icons[value] }));
  return <Segments name={i18n.t('toolbar.view')} options={options} value={placeOf(view.value)} onChoose={choose} />;
}

/** Events that are wrong on purpose are composed ones. */
function placeOf(view: PanelView): Exclude<PanelView, 'violations'> {
  return view === 'violations' ? 'compose' : view;
}
