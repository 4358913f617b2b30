import { screen, waitFor } from '@testing-library/preact';
import { expect, it } from 'vitest';
import { countsManualSetting } from '#components/panel/filter/manual/CountsManualCheckbox.tsx';
import { t } from '#tests/drivers/texts';
import { recordOf } from '#tests/fixtures/records';
import { openPanel } from '../open-panel';

it('a chip counts manually fired events separately, unless the settings include them', async () => {
  const { live, stores } = openPanel();
  const manual = { firedBy: { type: 'panel', requestId: 'r' }, verdict: 'invalid' } as const;
  live.records.apply([recordOf(1, { verdict: 'invalid' }), recordOf(2, manual), recordOf(3, manual)]);
  const chip = await screen.findByRole('button', { name: new RegExp(`^${t('filter.invalid')}`) });
  expect(chip.querySelector('b')?.textContent).toBe(t('filter.withManual', { n: '1', manual: '2' }));
  stores.get(countsManualSetting).set(true);
  await waitFor(() => expect(chip.querySelector('b')?.textContent).toBe('3'));
});
