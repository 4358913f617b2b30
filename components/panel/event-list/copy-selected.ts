import { formatNumber } from '#components/i18n/count-text.ts';
import type { AppCommands } from '#components/panel/app/app-commands.ts';
import { recordJson, recordsJson } from '#core/formats/record-json';
import { i18n } from '#i18n';
import { isRecordLine, type Lines } from './order/list-lines';
import type { Selection } from './selection';

/** Copies the selected events as JSON; where none is selected, the one that has the focus. */
export function copySelected(
  selection: Selection,
  focusedRow: number | null,
  lines: Lines,
  commands: AppCommands,
): void {
  const selected = selection.selected.value;
  if (selected.length > 1) {
    commands.copy(recordsJson(selected), () => i18n.t('rowMenu.eventsAsJson', { n: formatNumber(selected.length) }));
    return;
  }
  const focused = focusedRow === null ? undefined : lines.at(lines.indexOfRow(focusedRow));
  const record = selected[0] ?? (focused && isRecordLine(focused) ? focused : null);
  if (record) commands.copy(recordJson(record), () => i18n.t('rowMenu.asJson'));
}
