import { cleanup, screen, waitFor, within } from '@testing-library/preact';
import { userEvent } from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { recordOf } from '../../fixtures/records';
import { openPanel } from './open-panel';

// Typing by keys takes long on a busy machine.
vi.setConfig({ testTimeout: 30_000 });
afterEach(cleanup);

/** The scenarios of a panel that was never used: the one that ships is open. */
async function scenarios(...over: Parameters<typeof openPanel>) {
  const panel = openPanel(...over);
  panel.model.view.value = 'scenarios';
  await screen.findByRole('textbox', { name: 'Name' }, { timeout: 10_000 });
  return panel;
}

const steps = () => within(screen.getByRole('list', { name: 'Steps' })).getAllByRole('button', { expanded: false });
const words = () => steps().map(({ textContent }) => textContent);

async function emptyOne() {
  const panel = await scenarios();
  await userEvent.click(screen.getByRole('button', { name: 'New scenario' }));
  return panel;
}

const addStep = (deed: string) => userEvent.selectOptions(screen.getByRole('combobox', { name: 'Add a step' }), deed);

describe('editing a scenario', () => {
  it('moves and removes steps by keys, and takes it back', async () => {
    await emptyOne();
    await addStep('wait');
    await addStep('expect-no-invalid');
    await addStep('expect-kind');
    await userEvent.click(await screen.findByRole('button', { name: 'Expect IMPRESSION next' }));
    steps()[0]?.focus();
    await userEvent.keyboard('{Alt>}{ArrowDown}{/Alt}');
    expect(words()).toEqual(['Expect no invalid event', 'Wait 1 s', 'Expect IMPRESSION next']);
    await userEvent.keyboard('{Delete}');
    expect(words()).toEqual(['Expect no invalid event', 'Expect IMPRESSION next']);
    await userEvent.keyboard('{Control>}z{/Control}');
    await waitFor(() => expect(words()).toHaveLength(3));
  });

  it('keeps a filter that is not right yet as it is typed, and says what is wrong with it', async () => {
    await emptyOne();
    await addStep('wait-for');
    const filter = await screen.findByRole('textbox', { name: 'Filter, as in Events' });
    await userEvent.clear(filter);
    await userEvent.type(filter, 'kind:interacts');
    expect(await screen.findByText(/interacts is not a kind/)).toBeTruthy();
    expect((filter as HTMLInputElement).value).toBe('kind:interacts');
    await userEvent.type(filter, '{Backspace}');
    expect(await screen.findByRole('button', { name: 'Wait for kind:interact' })).toBeTruthy();
  });

  it('deletes a scenario with a way back', async () => {
    await scenarios();
    await userEvent.click(screen.getByRole('button', { name: 'Delete this scenario' }));
    expect(await screen.findByRole('region', { name: 'No scenario' })).toBeTruthy();
    await userEvent.click(within(screen.getByRole('status')).getByRole('button', { name: 'Undo' }));
    expect(await screen.findByRole('option', { name: /Play session/ })).toBeTruthy();
  });
});

describe('a scenario of the events shown', () => {
  it('is made by one press, and is open', async () => {
    const { model } = await scenarios();
    model.records.apply([recordOf(1), recordOf(2)]);
    await userEvent.click(await screen.findByRole('button', { name: 'Of the 2 events shown' }));
    expect(await screen.findByRole('button', { name: 'Wait for kind:interact' })).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Expect INTERACT next' })).toBeTruthy();
  });

  it('is not offered where nothing is shown', async () => {
    await scenarios();
    expect(screen.getByRole('button', { name: 'Of the 0 events shown' }).hasAttribute('disabled')).toBe(true);
  });
});

describe('running', () => {
  it('names the step that failed, and why', async () => {
    await scenarios({
      onFire: vi.fn(async () => ({ ok: false, failure: { message: 'That frame is gone.' } }) as const),
    });
    await userEvent.click(screen.getByRole('button', { name: 'Run' }));
    expect((await screen.findByRole('alert')).textContent).toBe('That frame is gone.');
    expect(screen.getByText('Failed at step 1')).toBeTruthy();
    expect(screen.getByText('0 of 1 passed')).toBeTruthy();
  });
});

describe('handing out', () => {
  it('gives the scenario as a file, and as a Playwright test', async () => {
    const { actions } = await scenarios();
    await userEvent.click(screen.getByRole('button', { name: 'Export as JSON' }));
    expect(actions.onSave).toHaveBeenCalledWith(
      expect.objectContaining({
        name: 'play-session.scenario.json',
        parts: [expect.stringContaining('"format": "telemetry-v3-scenario"')],
      }),
    );
    await userEvent.click(screen.getByRole('button', { name: 'Playwright test' }));
    expect(actions.onSave).toHaveBeenLastCalledWith(
      expect.objectContaining({ name: 'play-session.spec.ts', parts: [expect.stringContaining('@playwright/test')] }),
    );
  });

  it('reads a file back, or says what is wrong with it', async () => {
    await scenarios();
    const wrong = new File(['{"format":"telemetry-v3-scenario","version":7}'], 'new.json');
    await userEvent.upload(screen.getByLabelText('Import a file', { selector: 'input' }), wrong);
    expect((await screen.findByRole('alert')).textContent).toContain('new.json: Version 7 is not known here');
  });
});
