import { screen } from '@testing-library/preact';
import { userEvent } from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { judgesStore } from '#components/panel/event-list/judging/judges.ts';
import { policySetting } from '#components/panel/event-list/judging/policy-setting.ts';
import { noPolicy } from '#core/report/finding-policy';
import type { EventKind } from '#core/telemetry/kinds';
import { succeed } from '#core/util/result';
import { t } from '#tests/drivers/texts';
import { recordOf } from '#tests/fixtures/records';
import { openPanel } from '../open-panel';

it('negative tests whose rules are off are neither as expected nor dropped by the SDK', async () => {
  const panel = openPanel({
    async fire(kind: EventKind) {
      panel.live.records.apply([recordOf(1, { kind, firedBy: { type: 'panel', requestId: kind } })]);
      return succeed({ requestId: kind });
    },
  });
  await panel.stores.get(judgesStore).load();
  panel.stores.get(policySetting).set({ ...noPolicy, severities: { definition: 'off', envelope: 'off' } });
  panel.app.view.value = 'violations';
  const [first] = await screen.findAllByTitle(t('violations.fireOneHint'));
  if (first) await userEvent.click(first);
  await userEvent.click(await screen.findByRole('button', { name: t('violations.confirm.fire', 1) }));
  await screen.findByText(t('violations.ruleOffCount', { n: 1 }));
  expect(screen.queryByText(t('violations.notCheckableCount', { n: 1 }))).toBeNull();
  const tally = screen.getByText(t('violations.tally', 1, { agreed: 0 }));
  expect(tally.className).toBe('state');
});
