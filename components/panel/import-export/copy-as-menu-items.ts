import { tryImport } from '#components/kit/lazy-import.ts';
import type { Stores } from '#components/panel/app/stores.ts';
import { listInView } from '#components/panel/captures/capture-list.ts';
import type { RowMenuItem, RowMenuPart } from '#components/panel/event-list/row-menu.ts';
import type { JudgedRecord } from '#core/stream/judged-record';
import { i18n } from '#i18n';
import type { CodeFormat } from './event-code';

/**
 * Menu items of the list that copy one event as code.
 * The code is a cURL command, a `fetch`, an SDK call or a Playwright assertion, and is always redacted.
 */
export function copyAsMenuPart(stores: Stores): RowMenuPart {
  return (records) => {
    const [record, ...others] = records;
    if (!record || others.length > 0) return [];
    const copyItem = (format: CodeFormat, label: string, copiedText: () => string): RowMenuItem => ({
      id: `copy-${format}`,
      label,
      onSelect: () => void copy(stores, record, format, copiedText),
    });
    const lastRequest = record.requests.at(-1);
    const isBatch = lastRequest !== undefined && lastRequest.batchSize > 1;
    const requests: readonly RowMenuItem[] = lastRequest
      ? [
          copyItem('curl', i18n.t(isBatch ? 'rowMenu.copyCurlBatch' : 'rowMenu.copyCurl'), () =>
            i18n.t('rowMenu.asCurl'),
          ),
          copyItem('fetch', i18n.t(isBatch ? 'rowMenu.copyFetchBatch' : 'rowMenu.copyFetch'), () =>
            i18n.t('rowMenu.asFetch'),
          ),
        ]
      : [];
    const sdk = record.kind === null ? [] : [copyItem('sdk', i18n.t('rowMenu.copySdk'), () => i18n.t('rowMenu.asSdk'))];
    const assertion = record.event
      ? [copyItem('playwright', i18n.t('rowMenu.copyPlaywright'), () => i18n.t('rowMenu.asPlaywright'))]
      : [];
    return [...requests, ...sdk, ...assertion];
  };
}

async function copy(stores: Stores, record: JudgedRecord, format: CodeFormat, copiedText: () => string): Promise<void> {
  const code = await tryImport(() => import('./event-code'));
  if (code === null) return;
  const { records, fullRecords } = listInView(stores);
  const lastRequestId = record.requests.at(-1)?.id;
  const batch = records.all().filter((candidate) => candidate.requests.some(({ id }) => id === lastRequestId));
  const [own = record, ...others] = await Promise.all([record, ...batch].map(fullRecords.read));
  stores.app.commands.copy(code.formatAsCode(format, own, others, stores.app), copiedText);
}
