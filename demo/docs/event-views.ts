import type { Frame, Locator } from 'playwright';
import type { OpenedPanel } from '#tests/drivers/devtools';
import { openExport } from '#tests/drivers/export-driver';
import { showView } from '#tests/drivers/panel-driver';
import { t, tPattern } from '#tests/drivers/texts';
import type { Gallery } from './gallery';

export const rowWith = (panel: Frame, text: string) => panel.getByRole('row').filter({ hasText: text }).first();

/** Captures the list, its menus and the details. */
export async function takeEvents(opened: OpenedPanel, gallery: Gallery): Promise<void> {
  const { devtools, panel } = opened;
  await rowWith(panel, 'hint-button').waitFor();
  await gallery.takePanel(opened, 'events');
  await rowWith(panel, 'hint-button').click();
  for (const name of ['findings', 'event', 'journey', 'changes'] as const) {
    await panel
      .getByRole('tab', { name: tPattern(`detail.${name}`) })
      .last()
      .click();
    await gallery.takePanel(opened, `details-${name}`);
  }
  await panel.getByRole('tab', { name: t('json.title'), exact: true }).click();
  await gallery.takePanel(opened, 'details-json');
  await rowWith(panel, 'FEEDBACK').click();
  await panel.getByRole('tab', { name: tPattern('detail.changes') }).click();
  await gallery.takePanel(opened, 'details-changes-of-feedback');
  await rowWith(panel, 'IMPRESSION').click();
  await rowWith(panel, 'hint-button').click({ modifiers: ['ControlOrMeta'] });
  await devtools.keyboard.press('c');
  await panel.getByRole('region', { name: t('compare.title'), exact: true }).waitFor();
  await gallery.takePanel(opened, 'compare');
  await devtools.keyboard.press('Escape');
  // In a narrow panel, the details cover the rows.
  const details = panel.getByRole('region', { name: /^INTERACT/ });
  if (await details.isVisible()) await details.getByRole('button', { name: t('common.close'), exact: true }).click();
  const openMenu = async (at: Locator) => {
    // If no menu is open, Escape opens the drawer of DevTools.
    if (await panel.getByRole('menu').isVisible()) await devtools.keyboard.press('Escape');
    await at.click({ button: 'right' });
    await panel.getByRole('menu').waitFor();
  };
  await gallery.takePanel(opened, 'row-menu', () => openMenu(rowWith(panel, 'hint-button')));
  await devtools.keyboard.press('Escape');
  const header = panel.getByRole('columnheader').first();
  await gallery.takePanel(opened, 'columns-menu', () => openMenu(header));
  await devtools.keyboard.press('Escape');
  await openMenu(header);
  await panel.getByRole('menuitemcheckbox', { name: t('list.byPage') }).click();
  await gallery.takePanel(opened, 'events-by-page');
  await openMenu(header);
  await panel.getByRole('menuitemcheckbox', { name: t('list.byPage') }).click();
  await rowWith(panel, 'hint-button').click();
  await panel.getByRole('tab', { name: t('detail.event'), exact: true }).click();
  for (const field of ['pageid', 'id'] as const) {
    await openMenu(panel.getByRole('treeitem', { name: new RegExp(`^${field}:`) }).first());
    await panel.getByRole('menuitem', { name: t('detail.showColumn') }).click();
  }
  await gallery.takePanel(opened, 'events-field-columns');
  await details.getByRole('button', { name: t('common.close'), exact: true }).click();
  await openMenu(header);
  await panel.getByRole('menuitem', { name: t('list.resetColumns') }).click();
}

/** Captures what opens over the list: suggestions, dialogs and imported files. */
export async function takeDialogs(opened: OpenedPanel, gallery: Gallery): Promise<void> {
  const { devtools, panel } = opened;
  const filter = panel.getByRole('combobox', { name: t('filter.title') }).first();
  await filter.click();
  await devtools.keyboard.insertText('kind:nothing ');
  await gallery.takePanel(opened, 'filter-wrong');
  await panel.getByRole('button', { name: t('filter.clear') }).click();
  await filter.fill('is:');
  await gallery.takePanel(opened, 'filter-suggestions', async () => {
    await filter.press('Backspace');
    await devtools.keyboard.insertText(':');
    await panel.getByRole('listbox').waitFor();
  });
  await devtools.keyboard.press('Escape');
  await panel.getByRole('button', { name: t('filter.clear') }).click();
  for (const [name, button] of [
    ['filter-syntax', t('filter.syntax')],
    ['shortcuts', t('toolbar.shortcuts')],
    ['settings', t('settings.title')],
    ['commands', t('commandMenu.title')],
    ['saved-filters', t('filter.saved')],
  ] as const) {
    await panel.getByRole('button', { name: button, exact: true }).first().click();
    await gallery.takePanel(opened, name);
    await devtools.keyboard.press('Escape');
  }
  await takeCollectorImport(opened, gallery);
  await takeIgnored(opened, gallery);
  await openExport(panel, 'har');
  await gallery.takePanel(opened, 'export');
  await devtools.keyboard.press('Escape');
  const text = '{"eid":"HEARTBEAT","ets":1763620200000,"ver":"3.0","mid":"HEARTBEAT:1","edata":{"extra":1}}\n';
  const file = { name: 'events-of-yesterday.ndjson', mimeType: 'application/x-ndjson', buffer: Buffer.from(text) };
  await panel.getByLabel(t('import.files')).setInputFiles(file);
  await rowWith(panel, 'HEARTBEAT').click();
  await gallery.takePanel(opened, 'capture-of-file');
  await panel.getByRole('button', { name: t('captures.close', { name: file.name }) }).click();
}

async function takeCollectorImport({ devtools, panel }: OpenedPanel, gallery: Gallery): Promise<void> {
  await panel
    .getByRole('button', { name: t('commandMenu.title'), exact: true })
    .first()
    .click();
  const field = panel.getByRole('combobox', { name: t('commandMenu.title'), exact: true });
  await field.fill(t('import.collector.command'));
  await field.press('Enter');
  const urlField = panel.getByLabel(t('import.collector.url'));
  await gallery.takePanel({ devtools, panel }, 'import-from-collector');
  await urlField.fill('127.0.0.1:port');
  await urlField.press('Enter');
  await panel.getByRole('alert').first().waitFor();
  await gallery.takePanel({ devtools, panel }, 'import-from-collector-rejected');
  await devtools.keyboard.press('Escape');
}

async function takeIgnored({ devtools, panel }: OpenedPanel, gallery: Gallery): Promise<void> {
  await rowWith(panel, 'hint-button').click();
  await panel
    .getByRole('tab', { name: tPattern('detail.findings') })
    .last()
    .click();
  await panel
    .getByRole('button', { name: t('policy.ignore'), exact: true })
    .first()
    .click();
  await panel.getByRole('button', { name: tPattern('policy.status', { n: 1 }) }).waitFor();
  await showView(panel, 'rule-sets');
  const remove = panel.getByRole('button', { name: tPattern('ruleSets.removeIgnore') });
  await remove.scrollIntoViewIfNeeded();
  await gallery.takePanel({ devtools, panel }, 'ignored-findings');
  await remove.click();
  await showView(panel, 'events');
  const details = panel.getByRole('region', { name: /^INTERACT/ });
  await details.getByRole('button', { name: t('common.close'), exact: true }).click();
}
