import { tryImport } from '#components/kit/lazy-import.ts';
import type { Stores } from '#components/panel/app/stores.ts';
import { listInView } from '#components/panel/captures/capture-list.ts';
import type { RowMenuPart } from '#components/panel/event-list/row-menu.ts';
import { type FixedDraft, fixRecord } from '#core/drafts/fixed-draft';
import { panelRules } from '#core/drafts/panel-rules';
import type { Fix } from '#core/drafts/quick-fix';
import type { TelemetryRecord } from '#core/journey/record';
import type { Finding } from '#core/telemetry/findings';
import { i18n } from '#i18n';

/** Opens an event of the list in Compose. The code of Compose is loaded when it is first needed. */
export async function editAndResend(stores: Stores, record: TelemetryRecord): Promise<void> {
  const code = await tryImport(() => import('./firing/fire-draft'));
  await code?.openAsDraft(stores, await listInView(stores).whole.read(record));
}

/** Opens an event of the list in Compose, with a fix in it. */
export async function openWithFix(stores: Stores, record: TelemetryRecord, finding: Finding, fix: Fix): Promise<void> {
  const [code, { whole, fixed }] = await Promise.all([
    tryImport(() => import('./firing/fire-draft')),
    fixWhole(stores, record, finding, fix),
  ]);
  if (fixed) await code?.openDraft(stores, whole, fixed);
}

/** Fires an event of the list again with a fix in it. Compose opens only where it has to ask something first. */
export async function resendWithFix(
  stores: Stores,
  record: TelemetryRecord,
  finding: Finding,
  fix: Fix,
): Promise<void> {
  const [code, { whole, fixed }] = await Promise.all([
    tryImport(() => import('./firing/fire-draft')),
    fixWhole(stores, record, finding, fix),
  ]);
  if (fixed) await code?.resendDraft(stores, whole, fixed);
}

async function fixWhole(
  stores: Stores,
  record: TelemetryRecord,
  finding: Finding,
  fix: Fix,
): Promise<{ readonly whole: TelemetryRecord; readonly fixed: FixedDraft | null }> {
  const whole = await listInView(stores).whole.read(record);
  return { whole, fixed: fixRecord(whole, finding, fix, panelRules) };
}

async function saveSample(stores: Stores, record: TelemetryRecord): Promise<void> {
  const code = await tryImport(() => import('./samples/save-record'));
  await code?.saveAsSample(stores, await listInView(stores).whole.read(record));
}

/** “Edit and resend” and “Save as sample”, for the list's menu. */
export function resendMenuPart(stores: Stores): RowMenuPart {
  return (records) => {
    const [record, ...others] = records;
    if (!record?.kind || others.length > 0) return [];
    return [
      { id: 'resend', label: i18n.t('rowMenu.resend'), onChoose: () => void editAndResend(stores, record) },
      { id: 'save-sample', label: i18n.t('rowMenu.saveSample'), onChoose: () => void saveSample(stores, record) },
    ];
  };
}
