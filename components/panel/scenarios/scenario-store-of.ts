import type { PanelModel } from '#components/panel/shell/panel-model.ts';
import { createScenarioBench, type ScenarioBench } from './scenario-store';

const benches = new WeakMap<PanelModel['records'], ScenarioBench>();

/** The scenarios of a panel: kept while it is open, so that a run goes on while one looks at the events. */
export function benchOf({ records, world, toasts }: PanelModel): ScenarioBench {
  const known = benches.get(records);
  if (known) return known;
  const made = createScenarioBench({
    ...world,
    records,
    newId: () => crypto.randomUUID(),
    tell: (text) => toasts.show({ tone: 'bad', text }),
  });
  benches.set(records, made);
  void made.load();
  return made;
}
