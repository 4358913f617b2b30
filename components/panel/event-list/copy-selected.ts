import { formatNumber } from '#components/i18n/count-text.ts';
import type { AppCommands } from '#components/panel/app/app-commands.ts';
import { formatRecordJson, formatRecordsJson } from '#core/formats/record-json';
import { i18n } from '#i18n';
import { withFullRecords } from './full-records';
import type { EventList } from './list-section';
import { isRecordLine } from './order/list-lines';

/** Copies the selected events as JSON, or the focused event if none is selected. */
export function copySelected(
  { selection, lines, fullRecords }: Pick<EventList, 'selection' | 'lines' | 'fullRecords'>,
  focusedRow: number | null,
  commands: AppCommands,
): void {
  const selected = selection.selected.value;
  if (selected.length > 1) {
    withFullRecords(fullRecords, selected, (records) =>
      commands.copy(formatRecordsJson(records), () =>
        i18n.t('rowMenu.eventsAsJson', { n: formatNumber(selected.length) }),
      ),
    );
    return;
  }
  const focusedLine = focusedRow === null ? undefined : lines.at(lines.indexOfRow(focusedRow));
  const record = selected[0] ?? (focusedLine && isRecordLine(focusedLine) ? focusedLine : null);
  if (!record) return;
  withFullRecords(fullRecords, [record], ([fullRecord = record]) =>
    commands.copy(formatRecordJson(fullRecord), () => i18n.t('rowMenu.asJson')),
  );
}
