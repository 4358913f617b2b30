import { screen, within } from '@testing-library/preact';
import { userEvent } from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { t } from '#tests/drivers/texts';
import { callOf, eventOf, findingOf, recordOf } from '#tests/fixtures/records';
import { createLanguageSwitch } from '../../switch-language';
import { openPanel } from '../open-panel';

const finding = findingOf();

const json = (row: number) => ({ eid: 'INTERACT', mid: `m:${row}`, edata: { type: 'click', id: `button-${row}` } });
const interact = (row: number) =>
  recordOf(row, {
    headline: `button-${row}`,
    verdict: 'invalid',
    findings: [finding],
    call: callOf({ args: [json(row).edata] }),
    event: eventOf({ json: json(row) }),
  });

async function openJson() {
  const onCopy = vi.fn(async () => true);
  const { live } = openPanel({ onCopy });
  live.records.apply([interact(1), interact(2)]);
  const user = userEvent.setup();
  await user.click(await screen.findByRole('row', { name: /button-1/ }));
  await user.click(await screen.findByRole('tab', { name: t('json.title') }));
  return { user, onCopy, live, pane: await screen.findByRole('tabpanel') };
}

it('the JSON view marks the invalid value, can be collapsed by key and stays collapsed on the next row', async () => {
  const { user } = await openJson();
  const line = screen.getByText(t('findingShort.notInList')).closest('.json-row');
  expect(line?.querySelector('code')?.textContent).toBe('"type": "click",');
  const fold = screen.getByRole('button', { name: t('json.linesOf', { path: 'edata' }) });
  fold.focus();
  await user.keyboard('{Enter}');
  expect(fold.getAttribute('aria-expanded')).toBe('false');
  expect(screen.queryByText(t('findingShort.notInList'))).toBeNull();
  await user.click(screen.getByRole('row', { name: /button-2/ }));
  expect(screen.getByRole('button', { name: t('json.linesOf', { path: 'edata' }) }).getAttribute('aria-expanded')).toBe(
    'false',
  );
  expect(screen.getByRole('tab', { name: t('json.title') }).getAttribute('aria-selected')).toBe('true');
  await user.click(screen.getByRole('button', { name: t('json.unfoldAll') }));
  expect(screen.getByRole('button', { name: t('json.linesOf', { path: 'edata' }) }).getAttribute('aria-expanded')).toBe(
    'true',
  );
});

it('the JSON view shows and copies the event either formatted or raw', async () => {
  const { user, onCopy, pane } = await openJson();
  await user.click(screen.getByRole('button', { name: t('json.copy') }));
  expect(onCopy).toHaveBeenLastCalledWith(JSON.stringify(json(1), null, 2));
  await user.click(within(pane).getByRole('tab', { name: t('json.raw') }));
  expect(pane.querySelector('pre')?.textContent).toBe(JSON.stringify(json(1)));
  await user.click(screen.getByRole('button', { name: t('json.copy') }));
  expect(onCopy).toHaveBeenLastCalledWith(JSON.stringify(json(1)));
});

it('the messages in the JSON view follow a change of the language', async () => {
  const switchTo = createLanguageSwitch();
  await openJson();
  await screen.findByText(t('findingShort.notInList'));
  await switchTo('hi');
  expect(await screen.findByText('value की अनुमति नहीं है')).toBeDefined();
});
