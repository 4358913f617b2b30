import { screen, waitFor, within } from '@testing-library/preact';
import { userEvent } from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { judgesStore } from '#components/panel/event-list/judging/judges.ts';
import '#components/panel/rule-sets/RuleSetsView.tsx';
import type { Json } from '#core/json/json';
import { t, tPattern } from '#tests/drivers/texts';
import { eventOf, recordOf } from '#tests/fixtures/records';
import { openPanel } from '../open-panel';

/** Refused by the definition and accepted by the pipeline. */
const clicked = (row: number) => {
  const json: Json = {
    ...{ eid: 'INTERACT', ets: 1_700_000_000_000, ver: '3.0', mid: `INTERACT:${row}` },
    actor: { id: 'a', type: 'User' },
    context: { channel: 'c', env: 'e', pdata: { id: 'p', ver: '1', pid: 'pid' }, sid: 's', did: 'd' },
    edata: { type: 'CLICK', id: 'next', pageid: 'home' },
  };
  return recordOf(row, { call: null, event: eventOf({ json }) }).observed;
};

async function openRules() {
  const panel = openPanel();
  const user = userEvent.setup();
  await panel.stores.get(judgesStore).load();
  panel.live.records.apply([clicked(1), clicked(2)]);
  await user.click(screen.getByRole('tab', { name: t('ruleSets.title') }));
  const ruleSet = async (name: string) => within(await screen.findByRole('row', { name: new RegExp(`^${name}`) }));
  return { ...panel, user, ruleSet };
}

it('Rules says of each rule set how many events it checked and what it finds most often', async () => {
  const { user, live, app, ruleSet } = await openRules();
  const definition = await ruleSet(t('ruleSets.name.definition'));
  const cells = definition.getAllByRole('cell').map(({ textContent }) => textContent);
  expect(cells.slice(0, 3)).toEqual(['2', '2', '2']);
  expect(cells[3]).toContain('× 2');
  await user.click(definition.getByRole('button', { name: '2' }));
  expect(app.view.value).toBe('events');
  expect(live.filter.value.value.tokens).toEqual(['rule:definition']);
});

it('the pipeline’s rule set is off until it is turned on, and then shows where it disagrees', async () => {
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
  await screen.findByText(tPattern('detail.disagreement', { accepting: 'ingestion', refusing: 'definition' }));
});

it('an event is valid where the rule set that refuses it is turned off', async () => {
  const { user, live } = await openRules();
  expect(live.records.counts.value.invalid).toBe(2);
  await user.click(await screen.findByRole('checkbox', { name: t('ruleSets.name.definition') }));
  await waitFor(() => expect(live.records.counts.value.invalid).toBe(0));
});
