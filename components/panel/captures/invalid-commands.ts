import type { KeyCommand } from '#components/panel/app/registries.ts';
import type { Stores } from '#components/panel/app/stores.ts';
import type { EventList } from '#components/panel/event-list/list-section.ts';
import { isRecordLine } from '#components/panel/event-list/order/list-lines.ts';
import { i18n } from '#i18n';
import { listInView } from './capture-list';

/** `N` and Shift+N: to the next and the previous invalid event of the list in view. */
export function invalidCommands(stores: Stores): readonly KeyCommand[] {
  const command = (named: Pick<KeyCommand, 'id' | 'keys' | 'label'>, step: 1 | -1): KeyCommand => ({
    ...named,
    view: 'events',
    run() {
      const list = listInView(stores);
      const row = nextInvalid(list, step);
      if (row !== null) list.goTo(row);
      else stores.app.toasts.show({ tone: 'info', text: () => i18n.t('list.noInvalid') });
    },
  });
  return [
    command({ id: 'next-invalid', keys: 'N', label: () => i18n.t('keys.nextInvalid') }, 1),
    command({ id: 'previous-invalid', keys: 'Shift N', label: () => i18n.t('keys.previousInvalid') }, -1),
  ];
}

/** Returns the nearest invalid event after or before the one that was chosen last; at the end it goes on at the other. */
function nextInvalid({ lines, selection }: Pick<EventList, 'lines' | 'selection'>, step: 1 | -1): number | null {
  const count = lines.length.peek();
  const chosen = selection.row.peek() ?? selection.anchor.peek();
  const at = chosen === null ? -1 : lines.indexOfRow(chosen);
  const start = at >= 0 ? at : step === 1 ? -1 : count;
  for (let distance = 1; distance <= count; distance += 1) {
    const line = lines.at((((start + step * distance) % count) + count) % count);
    if (line && isRecordLine(line) && line.verdict === 'invalid') return line.row;
  }
  return null;
}
