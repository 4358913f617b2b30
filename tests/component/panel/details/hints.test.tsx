import { screen, within } from '@testing-library/preact';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import type { Finding } from '#core/telemetry/findings';
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
  expect(within(row).getByText('Valid')).toBeTruthy();
  expect(row.querySelector('.warn, .bad')).toBeNull();
  await userEvent.click(row);
  await userEvent.click(await screen.findByRole('tab', { name: /^Findings/ }));
  const sentence = await screen.findByText('data.id is the text undefined: the value was not set.');
  const finding = sentence.closest('.finding');
  expect(finding?.textContent).toContain('Notice');
  expect(finding?.textContent).toContain('hints');
  expect(finding?.querySelector('.warn, .bad')).toBeNull();
});
