import { panelViews } from '#components/panel/app/panel-views.tsx';
import type { MenuCommand } from '#components/panel/app/registries.ts';
import type { Stores } from '#components/panel/app/stores.ts';
import { pressWhenShown } from './shown-buttons';

/** Returns commands for buttons of hidden views. Such a command opens the view, then presses the button. */
export function viewButtonCommands(stores: Stores): () => readonly MenuCommand[] {
  const { view, scheduler } = stores.app;
  const { parts } = stores.get(panelViews);
  return () =>
    parts
      .filter(({ id }) => id !== view.peek())
      .flatMap(({ id, label: viewLabel, buttons = () => [] }) =>
        buttons().map((label) => ({
          id: `view-${id}-${label}`,
          label,
          group: viewLabel(),
          run(panel) {
            view.value = id;
            pressWhenShown(panel, label, scheduler.setTimer);
          },
        })),
      );
}
