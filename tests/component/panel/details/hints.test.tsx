import { screen, within } from '@testing-library/preact';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import type { Finding } from '#core/telemetry/findings';
import { t } from '#tests/drivers/texts';
import { recordOf } from '#tests/fixtures/records';
import { openPanel } from '../open-panel';

const hint: Finding = {
  ruleSet: 'hints',
  severity: 'info',
  code: 'placeholder',
  path: ['data', 'id'],
  params: { reason: 'placeholder-id', value: 'undefined' },
};

it('a hint is shown as a notice, and its row stays valid', async () => {
  const { live } = openPanel();
  live.records.apply([recordOf(1, { findings: [hint] })]);
  const row = await screen.findByRole('row', { name: /next-button/ });
  expect(within(row).getByText(t('verdict.valid'))).toBeTruthy();
  expect(row.querySelector('.warning, .error')).toBeNull();
  await userEvent.click(row);
  await userEvent.click(await screen.findByRole('tab', { name: new RegExp(`^${t('detail.findings')}`) }));
  const sentence = await screen.findByText('data.id is the text undefined: the value was not set.');
  const finding = sentence.closest('.finding');
  expect(finding?.textContent).toContain(t('detail.notice'));
  const group = screen.getByRole('region', { name: t('ruleSets.name.hints') });
  expect(group.contains(finding)).toBe(true);
  expect(within(group).getByRole('heading').textContent).toContain(t('ruleSets.name.hints'));
  expect(finding?.querySelector('.warning, .error')).toBeNull();
});
