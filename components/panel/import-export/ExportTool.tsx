import type { Signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { Tool } from '#components/kit/Button.tsx';
import { lazy } from '#components/kit/lazy.tsx';
import type { PanelPart } from '#components/panel/shell/panel-part.ts';
import { countText } from '#core/util/count-text';
import { i18n } from '#i18n';
import type { ExportAsked } from './export-choice';

const ExportDialog = lazy(async () => (await import('./ExportDialog')).ExportDialog);

/** Opens the export. */
export function ExportTool(part: PanelPart) {
  const open = part.model.exportOpen;
  const { rowMenu } = part.model;
  useEffect(
    () =>
      rowMenu.add((records) => [
        {
          id: 'export',
          label: i18n.t('export.some', records.length, { n: countText(records.length) }),
          onChoose: () => set(open, 'selected'),
        },
      ]),
    [rowMenu],
  );
  const isEmpty = part.model.records.counts.value.total === 0;
  return (
    <>
      <Tool
        icon="export"
        name={i18n.t('export.title')}
        unavailable={isEmpty ? i18n.t('export.nothing') : null}
        onClick={() => set(open, isEmpty ? null : 'usual')}
      />
      {open.value && <ExportDialog {...part} onClose={() => set(open, null)} />}
    </>
  );
}

function set(open: Signal<ExportAsked>, value: ExportAsked): void {
  open.value = value;
}
