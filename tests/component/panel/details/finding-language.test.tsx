import { screen } from '@testing-library/preact';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it } from 'vitest';
import { setFindingLanguage } from '#components/i18n/finding-text.ts';
import type { Finding } from '#core/telemetry/findings';
import { recordOf } from '#tests/fixtures/records';
import { openPanel } from '../open-panel';

afterEach(() => setFindingLanguage({}));

const ofDefinition = { ruleSet: 'definition', severity: 'error', path: ['data', 'type'] } as const;
const findings: readonly Finding[] = [
  { ...ofDefinition, code: 'not-in-list', params: { reason: 'not-listed', value: '"click"', allowed: ['TOUCH'] } },
  { ...ofDefinition, code: 'out-of-range', params: { reason: 'empty-id', field: 'id' } },
];

it('findings come in the language that is on, and in English where it lacks a sentence', async () => {
  setFindingLanguage({ 'not-listed.short': '[{value} ñóţ îñ ļîšţ]' });
  const { live } = openPanel();
  live.records.apply([recordOf(1, { verdict: 'invalid', findings })]);
  await userEvent.click(await screen.findByRole('row', { name: /next-button/ }));
  await screen.findByText('["click" ñóţ îñ ļîšţ]');
  expect(screen.queryAllByText('data.type must not be empty.')).toHaveLength(1);
});
