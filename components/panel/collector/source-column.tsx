import type { FixedColumn } from '#components/panel/event-list/columns/columns.ts';
import { sourceLabel, sourcesOf } from '#core/journey/record-sources';
import { i18n } from '#i18n';

declare module '#components/panel/event-list/columns/list-settings.ts' {
  interface FixedColumnNames {
    readonly source: true;
  }
}

/** The app, page or device that sent the event. This column has the style of the page column and replaces it. */
export const sourceColumn: FixedColumn = {
  type: 'fixed',
  id: 'source',
  className: 'page',
  name: () => i18n.t('panel.collector.source'),
  defaultWidthPx: 144,
  cell: ({ record }) => (
    <td key="source" class="page" title={sourcesOf(record).join('\n') || undefined}>
      <bdi class="truncate">{sourceLabel(record)}</bdi>
    </td>
  ),
  sortKey: sourceLabel,
};
