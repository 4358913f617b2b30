import type { Signal } from '@preact/signals';
import type { PanelView } from '../../../lib/panel/panel-model';
import { Segments } from '../../ui/Segments';

const views = [
  { value: 'events', label: 'Events', icon: 'rows' },
  { value: 'compose', label: 'Compose', icon: 'compose' },
  { value: 'registry', label: 'Registry', icon: 'registry' },
] as const;

/** Events, Compose or Registry. */
export function ViewSwitch({ view }: { readonly view: Signal<PanelView> }) {
  const choose = (next: PanelView) => {
    view.value = next;
  };
  return <Segments name="View" options={views} value={view.value} onChoose={choose} />;
}
