import { isWithCtrl, type KeyCommand } from '#components/panel/app/registries.ts';
import type { Stores } from '#components/panel/app/stores.ts';
import { i18n } from '#i18n';

/** Moves the focus to the filter. */
export function filterCommand({ app }: Stores): KeyCommand {
  return {
    help: () => ['Ctrl F', i18n.t('keys.filter')],
    isPressed: (event) => isWithCtrl(event, 'f') && app.view.peek() === 'events',
    isAvailable: () => app.view.peek() === 'events',
    run(panel) {
      const field = panel.querySelector<HTMLInputElement>('.filter input');
      field?.focus();
      field?.select();
    },
  };
}
