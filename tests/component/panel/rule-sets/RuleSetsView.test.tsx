import { fireEvent, screen, waitFor, within } from '@testing-library/preact';
import { userEvent } from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { judgesStore } from '#components/panel/event-list/judging/judges.ts';
import { policySetting } from '#components/panel/event-list/judging/policy-setting.ts';
import { rulesSetting } from '#components/panel/event-list/judging/rules-setting.ts';
import { importingStore } from '#components/panel/import-export/importing.ts';
import '#components/panel/rule-sets/RuleSetsView.tsx';
import { noPolicy } from '#core/report/finding-policy';
import { t, tPattern } from '#tests/drivers/texts';
import { recordWithClickType } from '#tests/fixtures/clicked-record';
import { eventOf as observedEvent, recordOf } from '#tests/fixtures/records';
import { eventOf } from '../../../unit/core/telemetry/sample-events';
import { openPanel } from '../open-panel';

async function openRules() {
  const panel = openPanel();
  const user = userEvent.setup();
  await panel.stores.get(judgesStore).load();
  panel.live.records.apply([recordWithClickType(1), recordWithClickType(2)]);
  await user.click(screen.getByRole('tab', { name: t('ruleSets.title') }));
  const ruleSet = async (name: string) => within(await screen.findByRole('row', { name: new RegExp(`^${name}`) }));
  return { ...panel, user, ruleSet };
}

it('Rules shows for each rule set how many events it has checked and its most frequent finding', async () => {
  const { user, live, app, ruleSet } = await openRules();
  const definition = await ruleSet(t('ruleSets.name.definition'));
  const cells = definition.getAllByRole('cell').map(({ textContent }) => textContent);
  expect(cells.slice(0, 3)).toEqual(['2', '2', '2']);
  expect(cells[3]).toContain('× 2');
  await user.click(definition.getByRole('button', { name: '2' }));
  expect(app.view.value).toBe('events');
  expect(live.filter.value.value.tokens).toEqual(['rule:definition']);
});

it('the pipeline’s rule set is off by default, and shows its disagreements with the definition once turned on', async () => {
  const { user, live, ruleSet } = await openRules();
  expect((await ruleSet(t('ruleSets.name.ingestion'))).getByText(t('ruleSets.off'))).not.toBeNull();
  expect(live.records.counts.value.disagreed).toBe(0);
  await user.click(screen.getByRole('checkbox', { name: t('ruleSets.name.ingestion') }));
  await waitFor(() => expect(live.records.counts.value.disagreed).toBe(2));
  const cells = (await ruleSet(t('ruleSets.name.ingestion')))
    .getAllByRole('cell')
    .map(({ textContent }) => textContent);
  expect(cells).toEqual(['2', '0', '0', t('ruleSets.none')]);

  live.selection.open(1);
  await user.click(screen.getByRole('tab', { name: t('toolbar.events') }));
  await screen.findByText(tPattern('detail.disagreement', { validBy: 'ingestion', invalidBy: 'definition' }));
});

it('the limits of the pipeline can be edited in Rules, with an error for invalid input and findings for the new limits, and can be reset', async () => {
  const { user, live, stores } = await openRules();
  const ruleSettings = stores.get(rulesSetting);
  const field = (name: 'maxEventBytes' | 'maxAgeMonths') =>
    screen.findByRole('textbox', { name: t(`ruleSets.pipeline.number.${name}`) });
  const write = async (name: Parameters<typeof field>[0], text: string) => {
    await user.clear(await field(name));
    await user.type(await field(name), `${text}{Tab}`);
  };
  expect(await field('maxEventBytes')).toHaveProperty('value', '1 MiB');
  await user.clear(await field('maxEventBytes'));
  await user.type(await field('maxEventBytes'), 'big{Tab}');
  await screen.findByText(t('ruleSets.pipeline.noNumber', { units: 'B, KiB, MiB, GiB' }));
  expect(ruleSettings.value.pipelineSettings).toEqual({});

  await write('maxEventBytes', '100 B');
  await write('maxAgeMonths', '6');
  expect(ruleSettings.value.pipelineSettings).toEqual({ maxEventBytes: 100, maxAgeMonths: 6 });
  await screen.findByText(t('ruleSets.pipeline.changedFrom', { own: '1 MiB' }));
  await user.click(screen.getByRole('checkbox', { name: t('ruleSets.name.ingestion') }));
  await waitFor(() => expect(live.records.byRow(1)?.summary.rules).toContain('out-of-range'));

  await write('maxAgeMonths', '3');
  expect(ruleSettings.value.pipelineSettings).toEqual({ maxEventBytes: 100 });
  const pipeline = t('ruleSets.pipeline.sunbird5');
  await user.click(await screen.findByRole('button', { name: t('ruleSets.pipeline.reset', { pipeline }) }));
  expect(ruleSettings.value.pipelineSettings).toEqual({});
  expect(await field('maxEventBytes')).toHaveProperty('value', '1 MiB');
});

it('an invalid event becomes valid if the rule set that rejects it is turned off', async () => {
  const { user, live } = await openRules();
  expect(live.records.counts.value.invalid).toBe(2);
  await user.click(await screen.findByRole('checkbox', { name: t('ruleSets.name.definition') }));
  await waitFor(() => expect(live.records.counts.value.invalid).toBe(0));
});

it('an event with a wrapped edata stays invalid if its hint is a warning or off, as the errors that the hint replaces count again', async () => {
  const { live, stores } = await openRules();
  const json = eventOf('log', { edata: { type: 'system', level: 'INFO', message: 'm' } });
  live.records.apply([
    recordOf(3, { kind: 'log', call: null, event: observedEvent({ json, observedIn: 'file' }) }).observed,
  ]);
  expect(live.records.byRow(3)?.summary.ruleSetsWithErrors).toEqual(['hints']);
  for (const severity of ['warning', 'off'] as const) {
    stores.get(policySetting).set({ severities: { 'hints/wrapped': severity }, ignore: [] });
    await waitFor(() => expect(live.records.byRow(3)?.summary.ruleSetsWithErrors).toEqual(['definition']));
    expect(live.records.byRow(3)?.verdict).toBe('invalid');
  }
});

const severityOf = (rule: string) => screen.findByRole('combobox', { name: t('policy.severityOf', { rule }) });

it('the severity of an observed code can be changed and reset in Rules', async () => {
  const { user, live, ruleSet } = await openRules();
  const definition = await ruleSet(t('ruleSets.name.definition'));
  await user.click(definition.getByText(t('ruleSets.severities')));
  await user.selectOptions(await severityOf('definition/not-in-list'), 'warning');
  await waitFor(() => expect(live.records.counts.value).toMatchObject({ invalid: 0, notices: 2 }));
  await screen.findByText(t('ruleSets.severitiesChanged', 1));
  await user.selectOptions(await severityOf('definition/not-in-list'), 'off');
  await waitFor(() => expect(live.records.byRow(1)?.summary.rules).not.toContain('not-in-list'));
  expect(live.records.counts.value).toMatchObject({ invalid: 0, ignored: 0 });
  await user.selectOptions(await severityOf('definition/not-in-list'), 'own');
  await waitFor(() => expect(live.records.counts.value.invalid).toBe(2));
});

it('ignored findings have a reason in Rules, and can be shown, removed and reset there, with Undo in the toast', async () => {
  const { user, live, stores } = await openRules();
  await screen.findByText(t('ruleSets.noIgnored'));
  const rule = { code: 'not-in-list', path: 'edata.type', reason: '', site: 'localhost:4173' };
  stores.get(policySetting).set({ severities: { missing: 'info' }, ignore: [rule] });
  const name = 'not-in-list edata.type (localhost:4173)';
  const reason = await screen.findByRole('textbox', { name: t('ruleSets.reasonOf', { name }) });
  await user.type(reason, 'until 5.1{Tab}');
  expect(stores.get(policySetting).value.ignore).toEqual([{ ...rule, reason: 'until 5.1' }]);
  await user.click(screen.getByRole('button', { name: t('ruleSets.removeIgnore', { name }) }));
  await waitFor(() => expect(live.records.counts.value).toMatchObject({ invalid: 2, ignored: 0 }));
  await user.click(await screen.findByRole('button', { name: t('policy.undo') }));
  await user.click(await screen.findByRole('button', { name: t('ruleSets.reset') }));
  expect(stores.get(policySetting).value).toEqual(noPolicy);
  await user.click(await screen.findByRole('button', { name: t('policy.undo') }));
  await user.click(await screen.findByRole('button', { name: t('ruleSets.showIgnored', 2) }));
  expect(live.filter.value.value.tokens).toEqual(['is:ignored']);
});

it('code, path and filter of an ignored finding can be edited in Rules, with errors shown and Undo in the toast', async () => {
  const { user, live, stores } = await openRules();
  const policy = stores.get(policySetting);
  const rule = { code: 'missing', path: 'edata.id', reason: 'known', site: 'localhost:4173' };
  policy.set({ severities: {}, ignore: [rule] });
  const name = t('ruleSets.ignoreRule.edit', { name: 'missing edata.id (localhost:4173)' });
  await user.click(await screen.findByRole('button', { name }));
  const form = within(screen.getByRole('form', { name }));
  const write = async (part: 'code' | 'path' | 'filter', text: string) => {
    const field = form.getByLabelText(t(`ruleSets.ignoreRule.${part}`));
    await user.clear(field);
    if (text !== '') await user.type(field, text);
  };
  const save = () => user.click(form.getByRole('button', { name: t('ruleSets.ignoreRule.save') }));
  await write('code', 'not-in-lst');
  await write('path', 'edta.type');
  await write('filter', 'kind:interacts');
  await save();
  form.getByText(t('ruleSets.ignoreRule.unknownCode', { code: 'not-in-lst' }), { exact: false });
  form.getByText(t('ruleSets.ignoreRule.unknownPath', { path: 'edta.type' }), { exact: false });
  form.getByText(t('policyConfig.didYouMean', { nearest: 'kind:interact' }), { exact: false });
  form.getByText(t('ruleSets.ignoreRule.noBadge'));
  for (const part of ['code', 'path', 'filter'] as const) await write(part, '');
  await save();
  form.getByText(t('ruleSets.ignoreRule.empty'));
  expect(policy.value.ignore).toEqual([rule]);

  await write('code', 'not-in-list');
  await write('filter', 'kind:interact');
  await save();
  const changed = { code: 'not-in-list', filter: 'kind:interact', reason: 'known', site: 'localhost:4173' };
  expect(policy.value.ignore).toEqual([changed]);
  await waitFor(() => expect(live.records.counts.value).toMatchObject({ invalid: 0, ignored: 2 }));
  await screen.findByText(t('ruleSets.ignoreRule.notInBadge'));
  await user.click(await screen.findByRole('button', { name: t('policy.undo') }));
  expect(policy.value.ignore).toEqual([rule]);
});

it('Enter that ends an IME composition does not save a rule, and Cancel focuses the button that opened the form', async () => {
  const { user, stores } = await openRules();
  stores.get(policySetting).set({ severities: {}, ignore: [{ code: 'missing', reason: '' }] });
  const name = t('ruleSets.ignoreRule.edit', { name: 'missing' });
  const edit = await screen.findByRole('button', { name });
  await user.click(edit);
  const form = within(screen.getByRole('form', { name }));
  fireEvent.keyDown(form.getByLabelText(t('ruleSets.ignoreRule.code')), { key: 'Enter', isComposing: true });
  await user.click(form.getByRole('button', { name: t('common.cancel') }));
  await waitFor(() => expect(screen.queryByRole('form', { name })).toBeNull());
  expect(document.activeElement).toBe(edit);
});

it('findings can be ignored by a rule that the user writes in Rules', async () => {
  const { user, live, stores } = await openRules();
  await user.click(await screen.findByRole('button', { name: t('ruleSets.ignoreRule.add') }));
  await user.type(screen.getByLabelText(t('ruleSets.ignoreRule.path')), 'edata.type{Enter}');
  expect(stores.get(policySetting).value.ignore).toEqual([{ path: 'edata.type', reason: '' }]);
  await waitFor(() => expect(live.records.counts.value).toMatchObject({ invalid: 0, ignored: 2 }));
});

it('findings can be ignored by the code of one rule set', async () => {
  const { user, live, stores } = await openRules();
  await user.click(await screen.findByRole('button', { name: t('ruleSets.ignoreRule.add') }));
  await user.type(screen.getByLabelText(t('ruleSets.ignoreRule.code')), 'definition/not-in-list{Enter}');
  expect(stores.get(policySetting).value.ignore).toEqual([{ code: 'definition/not-in-list', reason: '' }]);
  await waitFor(() => expect(live.records.counts.value).toMatchObject({ invalid: 0, ignored: 2 }));
});

it('a configuration can be copied from Rules, and a pasted one replaces rule sets, severities and ignored findings', async () => {
  const { user, live, stores, actions } = await openRules();
  stores.get(policySetting).set({ severities: { missing: 'info' }, ignore: [] });
  await user.click(await screen.findByRole('button', { name: t('policyConfig.copy') }));
  const copied = { rules: ['definition', 'envelope', 'privacy', 'hints'], pipeline: 'sunbird-5.0' };
  expect(actions.onCopy).toHaveBeenCalledWith(
    JSON.stringify({ ...copied, severities: { missing: 'info' }, ignore: [] }, null, 2),
  );
  await user.click(screen.getByText(t('policyConfig.paste')));
  const field = await screen.findByRole('textbox', { name: t('policyConfig.pasted') });
  await user.click(field);
  const config = {
    rules: ['definition'],
    severities: { 'not-in-list': 'warning' },
    baselin: 'a.json',
    failOn: 'info',
    pipelineSettings: { maxAgeMonths: 6 },
  };
  await user.paste(JSON.stringify(config));
  await user.click(screen.getByRole('button', { name: t('policyConfig.apply') }));
  await waitFor(() => expect(live.records.counts.value).toMatchObject({ invalid: 0, notices: 2 }));
  expect(screen.getByRole('checkbox', { name: t('ruleSets.name.privacy') })).toHaveProperty('checked', false);
  const toast = await screen.findByText(
    tPattern('policyConfig.used', { rules: '1', numbers: '1', severities: '1', ignored: '0' }),
  );
  expect(toast.textContent).toContain(t('policyConfig.otherFields', { fields: 'failOn' }));
  expect(toast.textContent).toContain(t('policyConfig.didYouMean', { nearest: 'baseline' }));
  await user.click(await screen.findByRole('button', { name: t('policy.undo') }));
  expect(stores.get(policySetting).value).toEqual({ severities: { missing: 'info' }, ignore: [] });
  await waitFor(() => expect(live.records.counts.value.invalid).toBe(2));
});

it.each([
  ['telemetry-v3.config.json', '{"severities":{"mising":"off"}}', 'policyConfig.notUsed'],
  ['telemetry-v3.config (1).json', '{"rules":', 'policyConfig.noJson'],
  ['telemetry-v3.config.mjs', 'export default {}', 'policyConfig.module'],
] as const)('a configuration that is invalid changes nothing: %s %s', async (name, text, key) => {
  const { stores } = await openRules();
  const policy = { severities: { missing: 'info' }, ignore: [] } as const;
  stores.get(policySetting).set(policy);
  await stores.get(importingStore).read([new File([text], name)]);
  await screen.findByText(tPattern(key, { name }));
  expect(stores.get(policySetting).value).toEqual(policy);
});

it('Undo after adding a rule that equals an existing rule restores the existing rule with its reason', async () => {
  const { user, stores } = await openRules();
  const policy = stores.get(policySetting);
  const before = { severities: {}, ignore: [{ path: 'edata.type', reason: 'known' }] };
  policy.set(before);
  await user.click(await screen.findByRole('button', { name: t('ruleSets.ignoreRule.add') }));
  await user.type(screen.getByLabelText(t('ruleSets.ignoreRule.path')), 'edata.type{Enter}');
  await user.click(await screen.findByRole('button', { name: t('policy.undo') }));
  expect(policy.value).toEqual(before);
});

it('Undo of an edit that makes two rules equal restores both', async () => {
  const { user, stores } = await openRules();
  const policy = stores.get(policySetting);
  const before = {
    severities: {},
    ignore: [
      { path: 'edata.id', reason: '' },
      { path: 'edata.type', reason: 'known' },
    ],
  };
  policy.set(before);
  const name = t('ruleSets.ignoreRule.edit', { name: 'edata.id' });
  await user.click(await screen.findByRole('button', { name }));
  const path = within(screen.getByRole('form', { name })).getByLabelText(t('ruleSets.ignoreRule.path'));
  await user.clear(path);
  await user.type(path, 'edata.type{Enter}');
  expect(policy.value.ignore).toHaveLength(1);
  await user.click(await screen.findByRole('button', { name: t('policy.undo') }));
  expect(policy.value).toEqual(before);
});
