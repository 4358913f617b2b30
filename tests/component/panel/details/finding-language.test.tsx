import { screen } from '@testing-library/preact';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, inject, it } from 'vitest';
import type { Finding } from '#core/telemetry/findings';
import { setUiMessages } from '#tests/drivers/set-ui-messages';
import { recordOf } from '#tests/fixtures/records';
import { openPanel } from '../open-panel';

const english = inject('englishMessages');
afterEach(() => setUiMessages('en', english));

const definitionError = { ruleSet: 'definition', severity: 'error', path: ['data', 'type'] } as const;
const findings: readonly Finding[] = [
  { ...definitionError, code: 'not-in-list', params: { reason: 'not-listed', value: '"click"', allowed: ['TOUCH'] } },
  { ...definitionError, code: 'out-of-range', params: { reason: 'empty-id', field: 'id' } },
];

it('the texts of findings are in the panel’s language', async () => {
  setUiMessages('en', new Map(english).set('findings.short.not-listed', '[{value} ñóţ îñ ļîšţ]'));
  const { live } = openPanel();
  live.records.apply([recordOf(1, { verdict: 'invalid', findings })]);
  await userEvent.click(await screen.findByRole('row', { name: /next-button/ }));
  await screen.findByText('["click" ñóţ îñ ļîšţ]');
  expect(screen.queryAllByText('data.type must not be empty.')).toHaveLength(1);
});
