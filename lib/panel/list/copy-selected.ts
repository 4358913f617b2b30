import { i18n } from '#i18n';
import type { Commands } from '../commands';
import { countText } from '../figures';
import { recordJson, recordsJson } from '../record-json';
import type { Selection } from '../selection';
import { isRecordLine, type Lines } from './lines';

/** Copies the selected events as JSON; where none is selected, the one that has the focus. */
export function copySelected(selection: Selection, focusedRow: number | null, lines: Lines, commands: Commands): void {
  const selected = selection.selected.value;
  if (selected.length > 1) {
    commands.copy(recordsJson(selected), i18n.t('rowMenu.eventsAsJson', { n: countText(selected.length) }));
    return;
  }
  const focused = focusedRow === null ? undefined : lines.at(lines.indexOfRow(focusedRow));
  const record = selected[0] ?? (focused && isRecordLine(focused) ? focused : null);
  if (record) commands.copy(recordJson(record), i18n.t('rowMenu.asJson'));
}
