import { act, screen, waitFor, within } from '@testing-library/preact';
import { userEvent } from '@testing-library/user-event';
import axe from 'axe-core';
import { beforeAll, expect, it, vi } from 'vitest';
import { panelExportFormats } from '#components/panel/import-export/export-formats.ts';
import { listedSessions } from '#components/panel/user-sessions/listed-sessions.ts';
import type { ExportFormatDefinition } from '#core/formats/write/export-format';
import { createDeferred } from '#tests/drivers/deferred';
import { t, tPattern } from '#tests/drivers/texts';
import { eventOf, recordOf } from '#tests/fixtures/records';
import { openPanel } from '../open-panel';

beforeAll(async () => {
  await import('#components/panel/import-export/ExportDialog.tsx');
});

const json = { eid: 'INTERACT', mid: 'm', edata: { id: 'ann@example.org' } };

async function openExport() {
  const panel = openPanel();
  await act(() =>
    panel.live.records.apply([recordOf(1, { name: 'ann@example.org', event: eventOf({ json }) }), recordOf(2)]),
  );
  const user = userEvent.setup();
  await user.click(screen.getByRole('button', { name: t('export.title') }));
  const dialog = within(await screen.findByRole('dialog', { name: t('export.title') }));
  return { ...panel, user, dialog };
}
const preview = () => screen.getByRole('region', { name: t('export.preview') }).textContent ?? '';

it('an export hides personal data by default, in the preview and in the file', async () => {
  const { dialog, actions, user } = await openExport();
  expect(preview()).toContain('email-1@redacted.invalid');
  expect(preview()).not.toContain('ann@example.org');
  await user.click(dialog.getByRole('button', { name: t('export.download') }));
  await waitFor(() => expect(actions.onSave).toHaveBeenCalledOnce());
  expect(actions.onSave).toHaveBeenCalledWith({
    name: expect.stringMatching(/^telemetry-localhost-4173-.*\.telemetry\.json$/),
    parts: expect.any(Array),
    mimeType: 'application/json',
  });
  const [saved] = vi.mocked(actions.onSave).mock.calls;
  expect(await new Blob([...(saved?.[0].parts ?? [])]).text()).toContain('email-1@redacted.invalid');
  await screen.findByText(tPattern('export.saved', { n: 2, name: /telemetry-.*/ }));
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('the export dialog shows how many large events are stored on disk, beside the export’s size', async () => {
  const panel = openPanel();
  await act(() => panel.live.records.apply([recordOf(1), { ...recordOf(2), longValues: 'stored' }]));
  await userEvent.setup().click(screen.getByRole('button', { name: t('export.title') }));
  const dialog = within(await screen.findByRole('dialog', { name: t('export.title') }));
  const [start = '', end = ''] = t('export.sizeBesideStored', 1, { size: '§' }).split('§');
  const size = dialog.getByText((text) => text.startsWith(start) && text.endsWith(end));
  expect(size.textContent).toMatch(/\d/);
});

it('an unredacted export warns of personal data in the file before it is saved', async () => {
  const { dialog, user } = await openExport();
  await user.click(dialog.getByRole('checkbox', { name: tPattern('export.redact') }));
  expect(dialog.getByRole('status').textContent).toContain(t('export.unredactedHint'));
  expect(preview()).toContain('ann@example.org');
  expect(dialog.queryByRole('button', { name: t('export.downloadUnredacted') })).not.toBeNull();
});

it('an export has a preview of each format, which can be copied', async () => {
  const { dialog, actions, user } = await openExport();
  await user.click(dialog.getByRole('radio', { name: tPattern('export.formats.sdk') }));
  expect(preview()).toContain('$t.interact(');
  await user.click(dialog.getByRole('button', { name: t('export.copy') }));
  await waitFor(() => expect(actions.onCopy).toHaveBeenCalledWith(expect.stringContaining('$t.interact(')));
});

it('the export dialog has no axe violations', async () => {
  await openExport();
  const { violations } = await axe.run(document.body, { rules: { 'color-contrast': { enabled: false } } });
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)).toEqual([]);
});

it('an imported file is shown beside the live capture', async () => {
  openPanel();
  const user = userEvent.setup();
  const file = new File(['{"eid":"LOG","mid":"a"}\n{"eid":"LOG","mid":"b"}'], 'events.ndjson');
  await user.upload(screen.getByLabelText(t('import.files')), file);
  await screen.findByRole('tab', { name: 'events.ndjson 2' });
  expect(screen.queryByText(t('import.opened', 2, { name: 'events.ndjson' }))).not.toBeNull();
  const { violations } = await axe.run(document.body, { rules: { 'color-contrast': { enabled: false } } });
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)).toEqual([]);
});

it('a format that a feature registers is listed in the dialog and the command menu, and can be exported', async () => {
  const { dialog, stores, actions, user } = await openExport();
  await user.click(dialog.getByRole('button', { name: t('export.close') }));
  const rows: ExportFormatDefinition = {
    id: 'rows',
    extension: 'rows.txt',
    mimeType: 'text/plain',
    holdsRequests: false,
    write: ({ records }) => ({ count: 1, texts: records.map(({ row }) => `row ${row}\n`) }),
    createRecordWriter: null,
  };
  stores.get(panelExportFormats).add({ format: rows, name: () => 'Row numbers', hint: () => 'To count them' });
  await user.keyboard('{Control>}k{/Control}');
  await user.type(await screen.findByRole('combobox', { name: t('commandMenu.title') }), 'Row numbers');
  await user.keyboard('{Enter}');
  const reopenedDialog = within(await screen.findByRole('dialog', { name: t('export.title') }));
  const choice = reopenedDialog.getByRole<HTMLInputElement>('radio', { name: 'Row numbers To count them' });
  expect([choice.checked, preview()]).toEqual([true, expect.stringContaining('row 1\nrow 2')]);
  await user.click(reopenedDialog.getByRole('button', { name: t('export.download') }));
  await waitFor(() => expect(actions.onSave).toHaveBeenCalledOnce());
  const [[saved] = []] = vi.mocked(actions.onSave).mock.calls;
  expect(saved).toMatchObject({ name: expect.stringMatching(/\.rows\.txt$/), mimeType: 'text/plain' });
});

it('an export that is stopped while the user sessions are read saves no file', async () => {
  const { dialog, live, actions, user } = await openExport();
  const sessionsRead = createDeferred<void>();
  vi.spyOn(live.get(listedSessions), 'whenRead').mockReturnValue(sessionsRead.promise);
  await user.click(dialog.getByRole('radio', { name: tPattern('export.formats.sessions-csv') }));
  await user.click(dialog.getByRole('button', { name: t('export.download') }));
  await user.click(dialog.getByRole('button', { name: t('export.stop') }));
  sessionsRead.resolve();
  await dialog.findByRole('button', { name: t('export.close') });
  expect(actions.onSave).not.toHaveBeenCalled();
});

it('an export whose file name was emptied gets the proposed name', async () => {
  const { dialog, actions, user } = await openExport();
  await user.clear(dialog.getByRole('textbox', { name: t('export.fileName') }));
  await user.click(dialog.getByRole('button', { name: t('export.download') }));
  await waitFor(() => expect(actions.onSave).toHaveBeenCalledOnce());
  const name = expect.stringMatching(/^telemetry-localhost-4173-.*\.telemetry\.json$/);
  expect(actions.onSave).toHaveBeenCalledWith(expect.objectContaining({ name }));
});
