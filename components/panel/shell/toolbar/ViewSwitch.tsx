import { Segments } from '#components/kit/Segments.tsx';
import { panelViews } from '#components/panel/app/panel-views.tsx';
import { useApp, useStore } from '#components/panel/app/stores.ts';
import { i18n } from '#i18n';

/** Chooses the view of the panel. A view within another one has no place of its own here. */
export function ViewSwitch() {
  const { view } = useApp();
  const { parts } = useStore(panelViews);
  const current = parts.find(({ id }) => id === view.value)?.place;
  const options = parts.flatMap(({ id, label, place }) =>
    'icon' in place ? [{ value: id, label: label(), icon: place.icon }] : [],
  );
  return (
    <Segments
      name={i18n.t('toolbar.view')}
      options={options}
      value={current && 'within' in current ? current.within : view.value}
      onChoose={(next) => {
        view.value = next;
      }}
    />
  );
}
