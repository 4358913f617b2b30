import { fireEvent, screen, waitFor, within } from '@testing-library/preact';
import { userEvent } from '@testing-library/user-event';
import { strToU8, zipSync } from 'fflate';
import { expect, it, vi } from 'vitest';
import { judgesStore } from '#components/panel/event-list/judging/judges.ts';
import { panelSchemasStore } from '#components/panel/event-list/judging/panel-schemas-store.ts';
import { handleDroppedSchemas } from '#components/panel/rule-sets/dropped-schemas.ts';
import { listPickedFiles } from '#components/panel/rule-sets/imported-files.ts';
import { stagedSchemasStore, stageSchemas } from '#components/panel/rule-sets/staged-schemas.ts';
import '#components/panel/rule-sets/RuleSetsView.tsx';
import type { Json } from '#core/json/json';
import { createDeferred } from '#tests/drivers/deferred';
import { t } from '#tests/drivers/texts';
import { eventOf, recordOf } from '#tests/fixtures/records';
import { openPanel } from '../open-panel';

const schema: Json = {
  $schema: 'http://json-schema.org/draft-07/schema#',
  properties: { eid: { const: 'INTERACT' }, edata: { additionalProperties: false, properties: { id: {} } } },
};
const interactRecord = (row: number) => {
  const json: Json = { eid: 'INTERACT', edata: { id: 'next', color: 'red' } };
  return recordOf(row, { call: null, event: eventOf({ json }) }).observed;
};
const jsonFile = (name: string, json: Json | string) =>
  new File([typeof json === 'string' ? json : JSON.stringify(json)], name, { type: 'application/json' });

async function openRules() {
  const panel = openPanel();
  const user = userEvent.setup();
  await panel.stores.get(judgesStore).load();
  panel.live.records.apply([1, 2, 3, 4, 5].map(interactRecord));
  await user.click(screen.getByRole('tab', { name: t('ruleSets.title') }));
  const findRow = async (name: string) => within(await screen.findByRole('row', { name: new RegExp(`^${name}`) }));
  const stageFiles = async (files: readonly File[], count = files.length) => {
    await user.click(await screen.findByRole('button', { name: t('schemas.set.add') }));
    await user.upload(screen.getByLabelText(t('schemas.set.pickFiles'), { selector: 'input' }), [...files]);
    await screen.findByText(t('schemas.set.staged', count));
    return within(screen.getByRole('dialog'));
  };
  return { ...panel, user, findRow, stageFiles };
}

it('files that the user selects become a rule set, which validates the events and links to them', async () => {
  const { user, findRow, stageFiles, live, app } = await openRules();
  const dialog = await stageFiles([jsonFile('Team Rules.json', schema)]);
  expect((dialog.getByLabelText(t('schemas.set.name')) as HTMLInputElement).value).toBe('team-rules');
  await user.click(dialog.getByRole('button', { name: t('schemas.set.addNow') }));
  const team = await findRow('team-rules');
  await waitFor(() => expect(team.getByRole('button', { name: '5' })).not.toBeNull());
  team.getByText('For INTERACT.', { exact: false });
  expect(live.records.all()[0]?.findings).toContainEqual(
    expect.objectContaining({ ruleSet: 'schema:team-rules', code: 'unknown-field' }),
  );
  await user.click(team.getByRole('button', { name: '5' }));
  expect(app.view.value).toBe('events');
  expect(live.filter.value.value.tokens).toEqual(['rule:schema:team-rules']);
});

it('a rule set that rejects every event can be turned off in one click', async () => {
  const { user, findRow, stageFiles } = await openRules();
  const dialog = await stageFiles([jsonFile('team.json', schema)]);
  await user.click(dialog.getByRole('button', { name: t('schemas.set.addNow') }));
  await user.click(await screen.findByRole('button', { name: t('schemas.set.turnOff') }));
  await waitFor(async () => expect((await findRow('team')).getByText(t('ruleSets.off'))).not.toBeNull());
});

it('a dialog that is cancelled while files are read stays closed', async () => {
  const { user, stores } = await openRules();
  const file = jsonFile('team.json', schema);
  const content = createDeferred<ArrayBuffer>();
  file.arrayBuffer = () => content.promise;
  await user.click(await screen.findByRole('button', { name: t('schemas.set.add') }));
  const staged = stageSchemas(stores, listPickedFiles([file]));
  await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: t('common.cancel') }));
  content.resolve(new ArrayBuffer(0));
  await staged;
  expect(stores.get(stagedSchemasStore).value).toBeNull();
});

it('dropped files open the dialog before they are read', async () => {
  const { stores } = await openRules();
  const file = jsonFile('team.json', schema);
  const content = createDeferred<ArrayBuffer>();
  file.arrayBuffer = () => content.promise;
  const staged = stageSchemas(stores, listPickedFiles([file]));
  within(await screen.findByRole('dialog')).getByLabelText(t('schemas.set.name'));
  content.resolve(await jsonFile('team.json', schema).arrayBuffer());
  await staged;
  expect(stores.get(stagedSchemasStore).value).toMatchObject({ name: 'team', version: { problems: [] } });
});

it('unusable schemas are listed with file and position, and are not imported', async () => {
  const { user, stageFiles, stores } = await openRules();
  const dialog = await stageFiles([jsonFile('start.json', '{"type":'), jsonFile('end.json', { type: 'objekt' })]);
  await user.click(dialog.getByRole('button', { name: t('schemas.set.addNow') }));
  await dialog.findByText(t('schemas.set.noneUsable'));
  dialog.getByText(/start\.json: /);
  dialog.getByText(/end\.json#\/type: /);
  expect(stores.get(panelSchemasStore).list.value).toEqual([]);
});

it('a pasted schema that is invalid does not replace the rule set with the same name', async () => {
  const { user, findRow, stageFiles, stores } = await openRules();
  const dialog = await stageFiles([jsonFile('team.json', schema)]);
  await user.click(dialog.getByRole('button', { name: t('schemas.set.addNow') }));
  await findRow('team');
  await user.click(screen.getByRole('button', { name: t('schemas.set.add') }));
  const reopenedDialog = within(screen.getByRole('dialog'));
  fireEvent.input(reopenedDialog.getByLabelText(t('schemas.set.paste')), { target: { value: '{"type":' } });
  await user.type(reopenedDialog.getByLabelText(t('schemas.set.name')), 'team');
  await user.click(reopenedDialog.getByRole('button', { name: t('schemas.set.replace', { name: 'team' }) }));
  const team = await findRow('team');
  await team.findByText(t('schemas.set.newerKept'));
  expect(stores.get(panelSchemasStore).ruleSets.value).toHaveLength(1);
  await user.click(team.getByRole('button', { name: t('schemas.set.discard') }));
  await waitFor(() => expect(screen.queryByText(t('schemas.set.newerKept'))).toBeNull());
});

it('an imported rule set can be renamed, limited, exported and removed in its details, with Undo', async () => {
  const { user, findRow, stageFiles, stores, actions } = await openRules();
  const zip = zipSync({ 'interact.json': strToU8(JSON.stringify(schema)), 'start.json': strToU8('{"type":"object"}') });
  const dialog = await stageFiles([new File([new Uint8Array(zip)], 'team.zip')], 2);
  await user.click(dialog.getByRole('button', { name: t('schemas.set.addNow') }));
  await user.click((await findRow('team')).getByRole('button', { name: t('schemas.set.details') }));
  screen.getByText('team.zip/interact.json');
  const name = screen.getByLabelText(t('schemas.set.name'));
  await user.clear(name);
  await user.type(name, 'strict{Enter}');
  await findRow('strict');
  await user.type(screen.getByLabelText(t('schemas.set.sites')), 'shop.example.org{Enter}');
  const { list, ruleSets } = stores.get(panelSchemasStore);
  await waitFor(() => expect(list.value).toMatchObject([{ name: 'strict', limit: { sites: ['shop.example.org'] } }]));
  await user.click(screen.getByRole('button', { name: t('schemas.set.export') }));
  await waitFor(() => expect(vi.mocked(actions.onSave).mock.calls[0]?.[0].name).toBe('strict.zip'));
  await user.click(screen.getByRole('button', { name: t('schemas.set.remove') }));
  await waitFor(() => expect(ruleSets.value).toEqual([]));
  await user.click(await screen.findByRole('button', { name: t('common.undo') }));
  await waitFor(() => expect(ruleSets.value).toHaveLength(1));
});

it('a schema that is dropped outside the view is offered as a rule set, but a file of events is not', async () => {
  const { user, app, stores } = await openRules();
  await user.click(screen.getByRole('tab', { name: t('toolbar.events') }));
  const dropOf = (file: File) => ({ target: null, files: [file], entries: [] });
  const events = jsonFile('events.json', [{ eid: 'INTERACT', edata: {} }]);
  expect(await handleDroppedSchemas(stores, dropOf(events))).toBe(false);
  expect(app.view.value).toBe('events');
  expect(await handleDroppedSchemas(stores, dropOf(jsonFile('interact.json', schema)))).toBe(true);
  const dialog = within(await screen.findByRole('dialog'));
  expect((dialog.getByLabelText(t('schemas.set.name')) as HTMLInputElement).value).toBe('interact');
});

it('newer files that are dropped on the row of a rule set replace its files', async () => {
  const { user, stageFiles, findRow, stores } = await openRules();
  const dialog = await stageFiles([jsonFile('team.json', schema)]);
  await user.click(dialog.getByRole('button', { name: t('schemas.set.addNow') }));
  await findRow('team');
  const target = screen.getByRole('checkbox', { name: 'team' });
  const newer = jsonFile('newer.json', { properties: { eid: { const: 'START' } } });
  expect(await handleDroppedSchemas(stores, { target, files: [newer], entries: [] })).toBe(true);
  await (await findRow('team')).findByText('For START.');
});

it('Compose suggests the values that a schema enumerates for a field', async () => {
  const { user, stageFiles, findRow, composer } = await openRules();
  const enumSchema: Json = {
    properties: { eid: { const: 'INTERACT' }, edata: { properties: { pageid: { enum: ['cart', 'checkout'] } } } },
  };
  const dialog = await stageFiles([jsonFile('team.json', enumSchema)]);
  await user.click(dialog.getByRole('button', { name: t('schemas.set.addNow') }));
  await findRow('team');
  composer.select('interact');
  await user.click(screen.getByRole('tab', { name: t('toolbar.compose') }));
  const field = await screen.findByRole('combobox', { name: 'data.pageid' });
  const options = document.getElementById(field.getAttribute('list') ?? '')?.querySelectorAll('option') ?? [];
  expect([...options].map(({ value }) => value)).toEqual(expect.arrayContaining(['cart', 'checkout']));
});
