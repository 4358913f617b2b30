import { screen } from '@testing-library/preact';
import { userEvent } from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { listFrames } from '#components/panel/event-list/frames.ts';
import { judgesStore } from '#components/panel/event-list/judging/judges.ts';
import { policySetting } from '#components/panel/event-list/judging/policy-setting.ts';
import { deriveNegativeTests } from '#core/negative-tests/derive-negative-tests';
import { noPolicy } from '#core/report/finding-policy';
import { type EventKind, eventKinds } from '#core/telemetry/kinds';
import { succeed } from '#core/util/result';
import { t } from '#tests/drivers/texts';
import { recordOf } from '#tests/fixtures/records';
import { frame, openPanel } from '../open-panel';

it('negative tests whose rules are off are counted neither as expected nor as dropped by the SDK', async () => {
  const panel = openPanel({
    async fire(kind: EventKind) {
      panel.live.records.apply([recordOf(1, { kind, firedBy: { type: 'panel', requestId: kind } })]);
      return succeed({ requestId: kind });
    },
  });
  await panel.stores.get(judgesStore).load();
  panel.stores.get(policySetting).set({ ...noPolicy, severities: { definition: 'off', envelope: 'off' } });
  panel.app.view.value = 'negative-tests';
  const [first] = await screen.findAllByTitle(t('negativeTests.fireOneHint'));
  if (first) await userEvent.click(first);
  await userEvent.click(await screen.findByRole('button', { name: t('negativeTests.confirm.fire', 1) }));
  await screen.findByText(t('negativeTests.ruleOffCount', { n: 1 }));
  expect(screen.queryByText(t('negativeTests.notCheckableCount', { n: 1 }))).toBeNull();
  const tally = screen.getByText(t('negativeTests.tally', 1, { agreed: 0 }));
  expect(tally.className).toBe('state');
});

it('without the envelope, neither the fired tests of all kinds nor the copied table contain tests of the envelope', async () => {
  const panel = openPanel();
  panel.live.get(listFrames).set([{ ...frame, url: 'http://localhost:4174/' }]);
  const copy = vi.spyOn(panel.app.commands, 'copy');
  const countOf = (kind: EventKind) => deriveNegativeTests(kind).filter(({ part }) => part === 'definition').length;
  panel.app.view.value = 'negative-tests';
  await userEvent.click(await screen.findByRole('checkbox', { name: t('negativeTests.envelope') }));
  await userEvent.click(screen.getByRole('button', { name: t('negativeTests.copyTsv') }));
  expect(copy.mock.lastCall?.[0].split('\n')).toHaveLength(1 + countOf('start'));
  await userEvent.click(screen.getByRole('button', { name: t('negativeTests.fireEverything') }));
  const n = eventKinds.reduce((sum, kind) => sum + countOf(kind), 0);
  const confirm = t('negativeTests.confirm.fire', n);
  expect(await screen.findByRole('button', { name: confirm })).toBeDefined();
});
