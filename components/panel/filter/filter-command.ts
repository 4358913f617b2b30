import type { KeyCommand } from '#components/panel/app/registries.ts';
import { i18n } from '#i18n';

/** Moves the focus to the filter. */
export function filterCommand(): KeyCommand {
  return {
    id: 'filter',
    keys: 'Ctrl F',
    label: () => i18n.t('keys.filter'),
    view: 'events',
    run(panel) {
      const field = panel.querySelector<HTMLInputElement>('.filter input');
      field?.focus();
      field?.select();
    },
  };
}
