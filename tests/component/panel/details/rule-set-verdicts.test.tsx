import { screen, within } from '@testing-library/preact';
import { expect, it } from 'vitest';
import { formatCount } from '#components/i18n/count-text.ts';
import type { Finding, RuleSetId, Severity } from '#core/telemetry/findings';
import { t } from '#tests/drivers/texts';
import { recordOf } from '#tests/fixtures/records';
import { openPanel } from '../open-panel';

const customFinding = (ruleSet: RuleSetId, severity: Severity): Finding => ({
  ...{ ruleSet, severity, code: 'custom', path: [] },
  params: { reason: 'custom', text: `found by ${ruleSet}` },
});

const findings = [
  customFinding('schema:team', 'error'),
  customFinding('definition', 'error'),
  customFinding('definition', 'error'),
];

it('findings are listed under the verdict of their rule set, and rule sets without findings are listed too', async () => {
  const { live } = openPanel();
  live.records.apply([recordOf(1, { findings: [...findings, customFinding('hints', 'info')] })]);
  live.selection.open(1);
  live.selection.selectTab('findings');
  const definition = within(await screen.findByRole('region', { name: t('ruleSets.name.definition') }));
  const ruleSet = t('ruleSets.name.definition');
  const heading = t('detail.ruleSet.invalid', { ruleSet, errors: formatCount(2, 'error') });
  expect(definition.getByRole('heading', { name: heading })).toBeTruthy();
  expect(definition.getAllByText('found by definition')).toHaveLength(2);
  const errors = formatCount(1, 'error');
  expect(
    screen.getByRole('heading', { name: t('detail.ruleSet.findsErrors', { ruleSet: 'team', errors }) }),
  ).toBeTruthy();
  const order = screen.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent?.split(':')[0]);
  expect(order).toEqual([ruleSet, t('ruleSets.name.hints'), 'team']);
  const envelope = t('detail.ruleSet.valid', { ruleSet: t('ruleSets.name.envelope') });
  expect(within(screen.getByRole('list', { name: t('detail.ruleSets') })).getByText(envelope)).toBeTruthy();
});

it('the definition is not listed as valid if a hint replaces its errors', async () => {
  const { live } = openPanel();
  live.records.apply([recordOf(1, { findings: [customFinding('hints', 'error')] })]);
  live.selection.open(1);
  live.selection.selectTab('findings');
  const list = within(await screen.findByRole('list', { name: t('detail.ruleSets') }));
  expect(list.queryByText(t('detail.ruleSet.valid', { ruleSet: t('ruleSets.name.definition') }))).toBeNull();
  expect(list.getByText(t('detail.ruleSet.valid', { ruleSet: t('ruleSets.name.envelope') }))).toBeTruthy();
});
