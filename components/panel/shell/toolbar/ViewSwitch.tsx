import type { Signal } from '@preact/signals';
import { Segments } from '#components/kit/Segments.tsx';
import type { PanelView } from '#components/panel/app/app-store.ts';
import { i18n } from '#i18n';

const views = () =>
  [
    { value: 'events', label: i18n.t('toolbar.events'), icon: 'rows' },
    { value: 'compose', label: i18n.t('toolbar.compose'), icon: 'compose' },
    { value: 'scenarios', label: i18n.t('scenarios.list'), icon: 'steps' },
    { value: 'registry', label: i18n.t('toolbar.registry'), icon: 'registry' },
  ] as const;

/** Events, Compose, Scenarios or Registry. */
export function ViewSwitch({ view }: { readonly view: Signal<PanelView> }) {
  const choose = (next: PanelView) => {
    view.value = next;
  };
  return <Segments name={i18n.t('toolbar.view')} options={views()} value={placeOf(view.value)} onChoose={choose} />;
}

/** Events that are wrong on purpose are composed ones. */
function placeOf(view: PanelView): Exclude<PanelView, 'violations'> {
  return view === 'violations' ? 'compose' : view;
}
