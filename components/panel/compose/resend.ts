import { tryImport } from '#components/kit/lazy-import.ts';
import type { Stores } from '#components/panel/app/stores.ts';
import { listInView } from '#components/panel/captures/capture-list.ts';
import type { RowMenuPart } from '#components/panel/event-list/row-menu.ts';
import { fixRecord } from '#core/drafts/fixed-draft';
import { panelRules } from '#core/drafts/panel-rules';
import type { Fix } from '#core/drafts/quick-fix';
import type { JudgedRecord } from '#core/stream/judged-record';
import type { Finding } from '#core/telemetry/findings';
import { i18n } from '#i18n';

/** Opens an event of the list in Compose. The code of Compose is loaded when it is first needed. */
export async function editAndResend(stores: Stores, record: JudgedRecord): Promise<void> {
  const code = await tryImport(() => import('./firing/fire-draft'));
  await code?.openAsDraft(stores, await listInView(stores).fullRecords.read(record));
}

/** Opens an event of the list in Compose, with a fix in it. */
export async function openWithFix(stores: Stores, record: JudgedRecord, finding: Finding, fix: Fix): Promise<void> {
  const prepared = await prepareFix(stores, record, finding, fix);
  await prepared?.code.openDraft(stores, prepared.fullRecord, prepared.fixedDraft);
}

/** Fires an event of the list again with a fix in it. Opens Compose if the event cannot be fired at once. */
export async function resendWithFix(stores: Stores, record: JudgedRecord, finding: Finding, fix: Fix): Promise<void> {
  const prepared = await prepareFix(stores, record, finding, fix);
  await prepared?.code.resendDraft(stores, prepared.fullRecord, prepared.fixedDraft);
}

/** Loads the code that fires, and applies the fix to the full record; `null` if either is impossible. */
async function prepareFix(stores: Stores, record: JudgedRecord, finding: Finding, fix: Fix) {
  const [code, fullRecord] = await Promise.all([
    tryImport(() => import('./firing/fire-draft')),
    listInView(stores).fullRecords.read(record),
  ]);
  const fixedDraft = fixRecord(fullRecord, finding, fix, panelRules);
  return code && fixedDraft && { code, fullRecord, fixedDraft };
}

async function saveSample(stores: Stores, record: JudgedRecord): Promise<void> {
  const code = await tryImport(() => import('./samples/save-record'));
  await code?.saveAsSample(stores, await listInView(stores).fullRecords.read(record));
}

/** “Edit and resend” and “Save as sample”, for the list's menu. */
export function resendMenuPart(stores: Stores): RowMenuPart {
  return (records) => {
    const [record, ...others] = records;
    if (!record?.kind || others.length > 0) return [];
    return [
      { id: 'resend', label: i18n.t('rowMenu.resend'), onSelect: () => void editAndResend(stores, record) },
      { id: 'save-sample', label: i18n.t('rowMenu.saveSample'), onSelect: () => void saveSample(stores, record) },
    ];
  };
}
