import { screen, waitFor, within } from '@testing-library/preact';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import type { Finding } from '#core/telemetry/findings';
import { t, tPattern } from '#tests/drivers/texts';
import { callOf, recordOf } from '#tests/fixtures/records';
import { openPanel } from '../open-panel';

const finding: Finding = {
  ruleSet: 'definition',
  severity: 'error',
  code: 'not-in-list',
  path: ['data', 'type'],
  params: { reason: 'not-listed', value: '"click"', allowed: ['TOUCH', 'DRAG'] },
};
const invalidWith = (findings: readonly Finding[]) =>
  recordOf(2, {
    verdict: 'invalid',
    headline: 'next-button · click',
    findings,
    call: callOf({ args: [{ type: 'click', id: 'next-button' }] }),
  });
const invalid = invalidWith([finding]);
const row = (name: RegExp) => screen.findByRole('row', { name });

function openWithEvents() {
  const panel = openPanel();
  panel.live.records.apply([recordOf(1), invalid, recordOf(3, { kind: 'log', name: 'log', headline: 'api_call' })]);
  return panel;
}

it('the list shows each event with its kind, headline, journey and verdict', async () => {
  openWithEvents();
  const cells = (await row(/next-button · click/)).children;
  expect([...cells].map((cell) => cell.textContent)).toEqual([
    '2',
    expect.stringMatching(/^\d\d:\d\d:\d\d\.\d{3}$/),
    'INTERACT',
    'next-button · clickError:data.type: "click" not allowed',
    t('journey.waiting'),
    'Invalid 1',
    '/lesson/water-cycle',
  ]);
});

it('the list marks events that were fired manually, and page loads between the rows', async () => {
  const { live } = openPanel();
  live.records.apply([recordOf(1, { firedBy: { type: 'panel', requestId: 'a' } })]);
  live.records.addNavigations([{ at: 5, url: 'http://localhost:4173/home', afterRow: 1 }]);
  await row(/Navigated to \/home/);
  expect(screen.queryAllByRole('row', { name: tPattern('list.manual') })).toHaveLength(1);
});

it('the list renders a few of many rows, and counts all rows', async () => {
  const { live } = openPanel();
  live.records.apply(Array.from({ length: 5000 }, (_, index) => recordOf(index + 1)));
  await screen.findByText(t('status.events', 5_000));
  const grid = screen.getByRole('grid', { name: t('list.title') });
  expect(grid.getAttribute('aria-rowcount')).toBe('5001');
  expect(within(grid).getAllByRole('row').length).toBeLessThan(60);
});

it('the list is navigated with the arrow keys, Enter opens an event, and Esc closes it', async () => {
  const { live } = openWithEvents();
  await row(/api_call/);
  const user = userEvent.setup();
  screen.getAllByRole('row').at(-1)?.focus();
  await user.keyboard('{ArrowUp}{Enter}');
  expect(live.selection.row.value).toBe(2);
  await user.keyboard('{ArrowUp}');
  expect(live.selection.row.value).toBe(1);
  await user.keyboard('{End}');
  expect(document.activeElement?.textContent).toContain('api_call');
  await user.keyboard('{Escape}');
  expect(live.selection.row.value).toBeNull();
});

it('the filter narrows the list by text, and shows a message if nothing matches', async () => {
  openWithEvents();
  const user = userEvent.setup();
  await user.type(screen.getByRole('combobox', { name: t('filter.title') }), 'quiz');
  await screen.findByText(
    tPattern('empty.recorded', {
      n: 3,
      filter: 'quiz',
    }),
  );
  expect(screen.queryByRole('grid')).toBeNull();
  expect(screen.queryAllByRole('row')).toEqual([]);
  await user.click(screen.getByRole('button', { name: t('empty.clearFilter') }));
  await row(/api_call/);
  expect(screen.getAllByRole('row')).toHaveLength(4);
});

it('the filter narrows the list by kind and by state, and shows counts', async () => {
  openWithEvents();
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: 'log 1' }));
  await waitFor(() => expect(screen.queryByRole('row', { name: /next-button/ })).toBeNull());
  await user.click(screen.getByRole('button', { name: `${t('list.allKinds')} 3` }));
  await user.click(screen.getByRole('button', { name: new RegExp(`${t('filter.invalid')} 1`) }));
  await waitFor(() => expect(screen.getAllByRole('row')).toHaveLength(2));
  screen.getByText((_, element) => element?.textContent === t('status.shownOf', 3, { shown: 1 }));
});

const treeTexts = () => screen.getAllByRole('treeitem').map((line) => line.textContent);

describe('details', () => {
  async function openInvalid() {
    const panel = openWithEvents();
    const user = userEvent.setup();
    await user.click(await row(/next-button · click/));
    await screen.findByRole('heading', { name: 'INTERACT' });
    // The tab is loaded after the header.
    await screen.findByRole('button', { name: 'data.type' });
    return { ...panel, user };
  }

  it('the details show each finding once, with its rule set and the allowed values', async () => {
    await openInvalid();
    const pane = screen.getByRole('tabpanel');
    expect(pane.textContent).toMatch(/data\.type must be one of \d+ values; got "click"\./);
    expect(within(pane).queryByText(t('detail.sourceSection', { signature: 'interact(data)' }))).not.toBeNull();
    expect(within(pane).getByText(t('detail.expected')).nextElementSibling?.textContent).toBe('TOUCH DRAG');
  });

  it('a finding with a list of thousands of values adds one element for all of them', async () => {
    const allowed = Array.from({ length: 5_000 }, (_, index) => `v${index}`);
    const { live } = openPanel();
    live.records.apply([invalidWith([{ ...finding, params: { reason: 'not-listed', value: '"click"', allowed } }])]);
    const user = userEvent.setup();
    await user.click(await row(/next-button · click/));
    await screen.findByRole('button', { name: 'data.type' });
    const expected = within(screen.getByRole('tabpanel')).getByText(t('detail.expected')).nextElementSibling;
    expect(expected?.textContent).toContain('v0 v1 v2');
    expect(expected?.querySelectorAll('*').length).toBeLessThan(10);
  });

  it('the details link a finding to its path in the tree, and focus it', async () => {
    const { user } = await openInvalid();
    await user.click(screen.getByRole('button', { name: 'data.type' }));
    await waitFor(() => expect(document.activeElement?.getAttribute('role')).toBe('treeitem'));
    expect(document.activeElement?.textContent).toContain('type: "click"');
    expect(document.activeElement?.textContent).toContain(t('findingShort.notInList'));
  });

  it('the details can copy a value and its path from the tree', async () => {
    const { user, actions } = await openInvalid();
    await user.click(screen.getByRole('button', { name: 'data.type' }));
    await waitFor(() => expect(document.activeElement?.getAttribute('role')).toBe('treeitem'));
    await user.click(screen.getByRole('button', { name: t('detail.copyValue') }));
    await user.click(await screen.findByRole('button', { name: t('detail.copyPath') }));
    expect(actions.onCopy).toHaveBeenNthCalledWith(1, 'click');
    expect(actions.onCopy).toHaveBeenNthCalledWith(2, 'data.type');
  });

  it('the details collapse a branch of the tree with the left arrow, and expand it with the right arrow', async () => {
    const { user } = await openInvalid();
    await user.click(screen.getByRole('button', { name: 'data.type' }));
    await waitFor(() => expect(document.activeElement?.getAttribute('role')).toBe('treeitem'));
    await user.keyboard('{ArrowLeft}{ArrowLeft}');
    await waitFor(() => expect(treeTexts()).not.toContain('id: "next-button"'));
    await user.keyboard('{ArrowRight}');
    await waitFor(() => expect(treeTexts()).toContain('id: "next-button"'));
  });

  it('the details can open the event as a draft in Compose', async () => {
    const { user, app, composer } = await openInvalid();
    await user.click(screen.getByRole('button', { name: t('detail.editAndResend') }));
    expect(app.view.value).toBe('compose');
    expect(composer.draft.value.text.value).toContain('"click"');
  });

  it('the details can open the reference at the kind', async () => {
    const { user, actions } = await openInvalid();
    await user.click(screen.getByRole('button', { name: t('detail.definitionText') }));
    expect(actions.onOpenReference).toHaveBeenCalledWith('interact');
  });

  it('the details can open the reference at the rule of the finding', async () => {
    const { user, actions } = await openInvalid();
    await user.click(screen.getByRole('button', { name: t('detail.rule') }));
    expect(actions.onOpenReference).toHaveBeenCalledWith('rule-not-listed');
  });
});
