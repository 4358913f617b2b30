import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/preact';
import { userEvent } from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { listHiding } from '#components/panel/event-list/list-undo.ts';
import { t, tPattern } from '#tests/drivers/texts';
import { callOf, eventOf, recordOf, requestOf } from '#tests/fixtures/records';
import type { OpenPanel } from '../open-panel';
import { openPanel } from '../open-panel';

// Modules that the menu loads when an item is selected.
import '#components/panel/import-export/event-code.ts';
import '#components/panel/compose/samples/save-record.ts';

afterEach(cleanup);

const invalid = { verdict: 'invalid' } as const;
const click = recordOf(2, {
  headline: 'next-button',
  call: callOf({ args: [{ type: 'CLICK', id: 'next' }] }),
  event: eventOf({ json: { eid: 'INTERACT', mid: 'm:2', edata: { type: 'CLICK', id: 'next' } } }),
  requests: [requestOf({ batchSize: 1 })],
});

function openList() {
  const onCopy = vi.fn(async () => true);
  const opened = openPanel({ onCopy });
  opened.live.records.apply([recordOf(1, { headline: 'first' }), click, recordOf(3, invalid), recordOf(4, invalid)]);
  return { ...opened, onCopy, user: userEvent.setup() };
}
const item = (name: string) => screen.findByRole('menuitem', { name });

it.each([
  ['rowMenu.copyCurl', /^curl /],
  ['rowMenu.copyFetch', /^await fetch\(/],
  ['rowMenu.copySdk', /^\$t\.interact\(/],
  ['rowMenu.copyPlaywright', /^await expect\(telemetry\)\.toHaveEvent\(/],
] as const)('the menu of a row can copy the event as code: %s', async (key, code) => {
  const { user, onCopy } = openList();
  fireEvent.contextMenu(await screen.findByText('next-button'));
  await user.click(await item(t(key)));
  await waitFor(() => expect(onCopy).toHaveBeenCalledWith(expect.stringMatching(code)));
});

it('the menu of a row cannot copy a request if the event was not sent', async () => {
  openList();
  fireEvent.contextMenu(await screen.findByText('first'));
  await item(t('rowMenu.copySdk'));
  expect(screen.queryByRole('menuitem', { name: t('rowMenu.copyCurl') })).toBeNull();
});

it('the menu of a row can save the event as a sample', async () => {
  const { user, compose } = openList();
  fireEvent.contextMenu(await screen.findByText('next-button'));
  await user.click(await item(t('rowMenu.saveSample')));
  await waitFor(() => expect(compose.samples.list.value).toHaveLength(1));
  expect(compose.samples.list.value[0]).toMatchObject({
    name: 'next-button',
    kind: 'interact',
    draft: { data: { type: 'CLICK', id: 'next' } },
  });
});

describe('hiding', () => {
  const countShown = (live: OpenPanel['live']) => live.visible.eventCount.value;

  it('hidden events are counted, can be shown again, and are restored by Ctrl+Z one step at a time', async () => {
    const { user, live } = openList();
    live.records.apply([recordOf(5, { event: click.event, headline: 'again' })]);
    fireEvent.contextMenu(await screen.findByText('first'));
    await user.click(await item(t('rowMenu.hideRow')));
    expect(countShown(live)).toBe(4);
    fireEvent.contextMenu(await screen.findByText('next-button'));
    await user.click(await item(t('rowMenu.hideLike')));
    expect([countShown(live), screen.queryByText('again')]).toEqual([2, null]);
    live.records.apply([recordOf(6, { event: click.event })]);
    await screen.findByRole('button', { name: t('status.hidden', { n: 4 }) });
    await user.keyboard('{Control>}z{/Control}');
    expect(countShown(live)).toBe(5);
    await user.click(screen.getByRole('button', { name: t('status.hidden', { n: 1 }) }));
    expect(countShown(live)).toBe(6);
    await user.keyboard('{Control>}z{/Control}{Control>}z{/Control}');
    expect(countShown(live)).toBe(6);
  });

  it('Ctrl+Z restores a cleared list and hidden events step by step, the latest step first', async () => {
    const { user, live } = openList();
    fireEvent.contextMenu(await screen.findByText('first'));
    await user.click(await item(t('rowMenu.hideRow')));
    await user.keyboard('{Control>}l{/Control}');
    expect(live.records.all()).toEqual([]);
    await user.keyboard('{Control>}z{/Control}');
    expect([live.records.all().length, countShown(live)]).toEqual([4, 3]);
    await user.keyboard('{Control>}z{/Control}');
    expect(countShown(live)).toBe(4);
  });

  it('hidden events can be shown again from a list that is empty because of the hiding', async () => {
    const { user, live } = openList();
    live.get(listHiding).hideRows([1, 2, 3, 4]);
    await screen.findByText(t('empty.allHidden'));
    const [inList] = await screen.findAllByRole('button', { name: t('status.hidden', { n: 4 }) });
    await user.click(inList ?? document.body);
    expect(countShown(live)).toBe(4);
  });

  it('hidden events stay hidden if Ctrl+Z is pressed in a text field', async () => {
    const { user, live } = openList();
    live.get(listHiding).hideRows([1]);
    await user.click(screen.getByRole('combobox', { name: t('filter.title') }));
    await user.keyboard('{Control>}z{/Control}');
    expect(countShown(live)).toBe(3);
  });
});

describe('value menu', () => {
  async function openValue(panel: OpenPanel) {
    panel.live.selection.open(2);
    panel.live.selection.selectTab('event');
    const lines = await screen.findAllByRole('treeitem');
    const line = lines.find(({ textContent }) => textContent?.startsWith('type: "CLICK"'));
    if (!line) throw new Error('There is no line.');
    fireEvent.contextMenu(line);
  }

  it('the menu of a value can filter by the value, exclude it and copy it', async () => {
    const panel = openList();
    await openValue(panel);
    await panel.user.click(await item(t('detail.filterBy')));
    expect(panel.live.filter.value.value.tokens).toEqual(['edata.type:CLICK']);
    await openValue(panel);
    await panel.user.click(await item(t('detail.copyValue')));
    expect(panel.onCopy).toHaveBeenCalledWith('CLICK');
    await openValue(panel);
    await panel.user.click(await item(t('detail.exclude')));
    expect(panel.live.filter.value.value.tokens).toEqual(['edata.type:CLICK', '-edata.type:CLICK']);
  });

  it('the menu of a value preserves the exclusion of a longer value that begins with it', async () => {
    const panel = openList();
    panel.live.filter.setQuery('-edata.type:CLICKED');
    await openValue(panel);
    await panel.user.click(await item(t('detail.exclude')));
    expect(panel.live.filter.value.value.tokens).toEqual(['-edata.type:CLICKED', '-edata.type:CLICK']);
  });
});

describe('keys of the list', () => {
  function recordKeys() {
    const pressedKeys: string[] = [];
    const onKey = ({ key }: KeyboardEvent) => void pressedKeys.push(key);
    document.addEventListener('keydown', onKey);
    return { pressedKeys, stop: () => document.removeEventListener('keydown', onKey) };
  }

  it('N and Shift+N go to the next and previous invalid event, wrap around, and do not reach DevTools', async () => {
    const { user, live } = openList();
    await screen.findByText('first');
    const { pressedKeys, stop } = recordKeys();
    const rows: (number | null)[] = [];
    for (const keys of ['n', 'n', 'n', '{Shift>}N{/Shift}']) {
      await user.keyboard(keys);
      rows.push(live.selection.row.value);
    }
    stop();
    expect(rows).toEqual([3, 4, 3, 4]);
    expect(document.activeElement?.getAttribute('data-line')).toBe('3');
    expect(pressedKeys.filter((key) => key.toLowerCase() === 'n')).toEqual([]);
  });

  it('N is typed as a letter in a text field', async () => {
    const { user, live } = openList();
    await user.type(screen.getByRole('combobox', { name: t('filter.title') }), 'n');
    expect(live.filter.value.value.text).toBe('n');
    expect(live.selection.row.value).toBeNull();
  });

  it('Ctrl+E stops and starts recording, and does not reach DevTools', async () => {
    const { user, app } = openList();
    const { pressedKeys, stop } = recordKeys();
    await user.keyboard('{Control>}e{/Control}');
    expect(app.recording.value).toBe(false);
    await user.keyboard('{Control>}e{/Control}');
    stop();
    expect(app.recording.value).toBe(true);
    expect(pressedKeys).not.toContain('e');
  });

  it('Escape in the filter clears the text first, and then the whole filter', async () => {
    const { user, live } = openList();
    const field = screen.getByRole('combobox', { name: t('filter.title') });
    await user.type(field, 'is:invalid next');
    await user.keyboard('{Escape}');
    expect(live.filter.value.value).toEqual({ text: '', tokens: ['is:invalid'] });
    await user.keyboard('{Escape}');
    expect(live.filter.isEmpty.value).toBe(true);
  });

  it('the buttons of the filter bar are one Tab stop that starts at the chips, with arrow keys between them', async () => {
    const { user } = openList();
    const all = await screen.findByRole('button', { name: `${t('list.allKinds')} 4` });
    const buttons = within(screen.getByRole('toolbar', { name: t('filter.title') })).getAllByRole('button');
    const stops = () => buttons.filter(({ tabIndex }) => tabIndex === 0);
    screen.getByRole('combobox', { name: t('filter.title') }).focus();
    await user.tab();
    expect(document.activeElement?.classList).toContain('chip');
    expect(stops()).toEqual([document.activeElement]);
    all.focus();
    await user.keyboard('{ArrowRight}');
    expect(document.activeElement?.textContent).toMatch(/^interact/);
    expect(stops()).toEqual([document.activeElement]);
    await user.keyboard('{End}{ArrowRight}');
    expect(document.activeElement).toBe(buttons[0]);
  });
});

it.each([
  'https://learn.example.org/app/?v=2#/lesson/water',
  'https://learn.example.org/app/?v=2',
  'https://learn.example.org/app/#/lesson/water',
])('the menu of a row can show only the events of its page, also with a query before the route: %s', async (url) => {
  const { user, live } = openList();
  live.records.apply([recordOf(5, { headline: 'routed', frame: { frameId: 0, url } })]);
  fireEvent.contextMenu(await screen.findByText('routed'));
  await user.click(await screen.findByRole('menuitem', { name: tPattern('rowMenu.onlyPage', { page: /.*/ }) }));
  await waitFor(() => expect(live.visible.eventCount.value).toBe(1));
  expect(screen.queryByText('routed')).not.toBeNull();
});
