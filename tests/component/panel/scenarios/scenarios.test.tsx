import { act, screen, waitFor, within } from '@testing-library/preact';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { confirmedSitesSetting } from '#components/panel/compose/compose-settings.ts';
import { listFrames } from '#components/panel/event-list/frames.ts';
import { scenarioStore } from '#components/panel/scenarios/scenario-store.ts';
import { newScenario } from '#core/scenarios/scenario';
import type { EventKind } from '#core/telemetry/kinds';
import { message } from '#core/util/message';
import { succeed } from '#core/util/result';
import { t, tPattern } from '#tests/drivers/texts';
import { callOf, recordOf } from '#tests/fixtures/records';
import { frame, openPanel } from '../open-panel';

/** Opens the scenarios of a new panel, which has the bundled scenario only. */
async function openScenarios(...overrides: Parameters<typeof openPanel>) {
  const panel = openPanel(...overrides);
  panel.app.view.value = 'scenarios';
  await screen.findByRole('textbox', { name: t('scenarios.name') });
  return panel;
}

const steps = () =>
  within(screen.getByRole('list', { name: t('scenarios.steps') })).getAllByRole('button', { expanded: false });
const stepTexts = () => steps().map(({ textContent }) => textContent);

async function openEmptyScenario() {
  const panel = await openScenarios();
  await userEvent.click(screen.getByRole('button', { name: t('scenarios.create') }));
  return panel;
}

const addStep = (action: string) =>
  userEvent.selectOptions(screen.getByRole('combobox', { name: t('scenarios.addStep') }), action);

it('the editor of a scenario moves and removes steps by keyboard, and can undo the removal', async () => {
  await openEmptyScenario();
  await addStep('wait');
  await addStep('expect-no-invalid');
  await addStep('expect-kind');
  await userEvent.click(
    await screen.findByRole('button', { name: t('scenarios.stepText.expectKind', { kind: 'IMPRESSION' }) }),
  );
  steps()[0]?.focus();
  await userEvent.keyboard('{Alt>}{ArrowDown}{/Alt}');
  expect(stepTexts()).toEqual([t('scenarios.stepTypes.expectNoInvalid'), 'Wait 1 s', 'Expect IMPRESSION next']);
  await userEvent.keyboard('{Delete}');
  expect(stepTexts()).toEqual([t('scenarios.stepTypes.expectNoInvalid'), 'Expect IMPRESSION next']);
  await userEvent.keyboard('{Control>}z{/Control}');
  await waitFor(() => expect(stepTexts()).toHaveLength(3));
  steps()[2]?.focus();
  await userEvent.keyboard('{Delete}');
  expect(stepTexts()).toHaveLength(2);
  expect(document.activeElement).toBe(steps()[1]);
});

it('an import of scenarios reports a file that the browser cannot read', async () => {
  await openScenarios();
  const file = new File(['{}'], 'play.scenario.json', { type: 'application/json' });
  file.text = () => Promise.reject(new DOMException('', 'NotReadableError'));
  await userEvent.upload(screen.getByLabelText(t('scenarios.import'), { selector: 'input' }), file);
  const problem = t('common.unreadableFile', { name: 'play.scenario.json' });
  await waitFor(() => expect(screen.queryByText(problem)).not.toBeNull());
});

it('the editor of a scenario can edit the arguments of a step in the form of its kind or as JSON, and both show the same', async () => {
  await openEmptyScenario();
  await addStep('fire');
  const form = await screen.findByRole('group', { name: t('scenarios.arguments') });
  const id = within(form).getByRole('textbox', { name: 'data.id' });
  await userEvent.clear(id);
  await userEvent.type(id, 'next-page');
  await userEvent.click(screen.getByRole('button', { name: t('scenarios.editAsJson') }));
  const json = await screen.findByRole('textbox', { name: t('scenarios.arguments') });
  expect(JSON.parse((json as HTMLTextAreaElement).value)).toMatchObject({ data: { id: 'next-page' } });
  await userEvent.clear(json);
  await userEvent.type(json, '{{ "data": {{ "type": "HOVER", "id": "entered" } }');
  await userEvent.click(screen.getByRole('button', { name: t('scenarios.editAsForm') }));
  const reopenedForm = await screen.findByRole('group', { name: t('scenarios.arguments') });
  expect(within(reopenedForm).getByRole('textbox', { name: 'data.id' })).toHaveProperty('value', 'entered');
  expect(reopenedForm.querySelector('.field-message')).not.toBeNull();
});

it('the editor of a scenario preserves an invalid filter as entered, and shows its error', async () => {
  await openEmptyScenario();
  await addStep('wait-for');
  const filter = await screen.findByRole('textbox', { name: t('scenarios.filter') });
  await userEvent.clear(filter);
  await userEvent.type(filter, 'kind:interacts');
  await screen.findByText(tPattern('filter.error.notA', { value: 'interacts', noun: t('filter.noun.kind') }));
  expect((filter as HTMLInputElement).value).toBe('kind:interacts');
  await userEvent.type(filter, '{Backspace}');
  await screen.findByRole('button', { name: t('scenarios.stepText.waitFor', { filter: 'kind:interact' }) });
});

it('the editor of a scenario can delete a scenario, and the deletion can be undone', async () => {
  await openScenarios();
  await userEvent.click(screen.getByRole('button', { name: t('scenarios.remove') }));
  await screen.findByRole('region', { name: t('scenarios.none') });
  await userEvent.click(within(screen.getByRole('status')).getByRole('button', { name: t('scenarios.undo') }));
  await screen.findByRole('option', { name: tPattern('scenarios.playSession') });
  expect(screen.queryByRole('region', { name: t('scenarios.none') })).toBeNull();
});

it('one click creates a scenario from the shown events and opens it', async () => {
  const { live } = await openScenarios();
  live.records.apply([recordOf(1), recordOf(2)]);
  await userEvent.click(await screen.findByRole('button', { name: t('scenarios.fromShown', 2) }));
  await screen.findByRole('button', { name: t('scenarios.stepText.waitFor', { filter: 'kind:interact' }) });
  expect(
    screen.queryByRole('button', { name: t('scenarios.stepText.expectKind', { kind: 'INTERACT' }) }),
  ).not.toBeNull();
});

it('a scenario from the shown events cannot be created if no events are shown', async () => {
  await openScenarios();
  expect(screen.getByRole('button', { name: t('scenarios.fromShown', 0) }).getAttribute('aria-disabled')).toBe('true');
});

it('a run shows which step failed, and why', async () => {
  await openScenarios({
    fire: vi.fn(async () => ({ ok: false, failure: { message: message('capture.fireTimeout') } }) as const),
  });
  await userEvent.click(screen.getByRole('button', { name: t('scenarios.run') }));
  expect((await screen.findByRole('alert')).textContent).toBe(t('capture.fireTimeout'));
  expect(screen.queryByText(t('scenarios.failedAt', { step: 1 }))).not.toBeNull();
  expect(screen.queryByText(t('scenarios.passedOf', { passed: 0, runs: 1 }))).not.toBeNull();
});

it('a run scrolls to the difference of the failed step, and its result links to that step', async () => {
  const scrolled: Element[] = [];
  const scrollIntoView = vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(function (this: Element) {
    scrolled.push(this);
  });
  await openScenarios({
    fire: vi.fn(async () => ({ ok: false, failure: { message: message('capture.fireTimeout') } }) as const),
  });
  await userEvent.click(screen.getByRole('button', { name: t('scenarios.run') }));
  const difference = await screen.findByRole('alert');
  await waitFor(() => expect(scrolled).toContain(difference));
  await userEvent.click(screen.getByTitle(t('scenarios.showFailure')));
  expect(document.activeElement).toBe(steps()[0]);
  scrollIntoView.mockRestore();
});

it('a run has one line for a passed step, which shows the captured event and links to it', async () => {
  const panel = await openScenarios({
    fire: vi.fn(async (kind: EventKind) => {
      panel.live.records.apply([recordOf(1, { kind, firedBy: { type: 'panel', requestId: kind } })]);
      return succeed({ requestId: kind });
    }),
  });
  await userEvent.click(screen.getByRole('button', { name: t('scenarios.run') }));
  const passedStep = await waitFor(() => {
    const step = document.querySelector('.step[data-status="passed"]');
    expect(step?.querySelector('.step-details .link')).toBeTruthy();
    return step;
  });
  expect(passedStep?.children).toHaveLength(1);
  await userEvent.click(passedStep?.querySelector('.step-details .link') as HTMLElement);
  expect(panel.app.view.value).toBe('events');
  expect(panel.live.selection.row.value).toBe(1);
});

describe('navigation to another site', () => {
  const otherSiteUrl = 'https://learn.example.org/lesson';

  /** Opens scenarios in a panel whose page navigates to another site at the first fired event. */
  function openNavigatingScenarios() {
    const fire = vi.fn(async (kind: EventKind) => {
      const { live } = await panel;
      const row = fire.mock.calls.length;
      if (row === 1) live.get(listFrames).set([{ ...frame, url: otherSiteUrl, documentId: 'other' }]);
      live.records.apply([recordOf(row, { kind, firedBy: { type: 'panel', requestId: kind } })]);
      return succeed({ requestId: kind });
    });
    const panel = openScenarios({ fire });
    return { panel, fire };
  }

  it('a run stops on navigation to another site, cancels the remaining runs, and requires a confirmation', async () => {
    const { panel, fire } = openNavigatingScenarios();
    await panel;
    await userEvent.type(screen.getByRole('spinbutton'), '{Control>}a{/Control}3');
    await userEvent.click(screen.getByRole('button', { name: t('scenarios.run') }));
    const dialog = await screen.findByRole('alertdialog');
    expect(dialog.textContent).toContain('learn.example.org');
    expect(screen.queryByText(t('scenarios.otherSite', { site: 'learn.example.org' }))).not.toBeNull();
    expect(screen.queryByText(t('scenarios.passedOf', { passed: 0, runs: 1 }))).not.toBeNull();
    expect(fire).toHaveBeenCalledOnce();
  });

  it('a run that was stopped by navigation to another site restarts there from the first step once the user confirms', async () => {
    const { panel, fire } = openNavigatingScenarios();
    const { stores } = await panel;
    await userEvent.click(screen.getByRole('button', { name: t('scenarios.run') }));
    await userEvent.click(
      await screen.findByRole('button', { name: t('collector.confirmSite.confirm', { site: 'learn.example.org' }) }),
    );
    expect(fire.mock.calls[1]?.[0]).toBe('start');
    expect(stores.get(confirmedSitesSetting).value).toEqual(['learn.example.org']);
  });

  it('navigation to a third site while the confirmation is open requires another confirmation', async () => {
    const { panel, fire } = openNavigatingScenarios();
    const { live } = await panel;
    await userEvent.click(screen.getByRole('button', { name: t('scenarios.run') }));
    await screen.findByRole('alertdialog');
    live.get(listFrames).set([{ ...frame, url: 'https://evil.example/', documentId: 'third' }]);
    await userEvent.click(
      screen.getByRole('button', { name: t('collector.confirmSite.confirm', { site: 'learn.example.org' }) }),
    );
    await screen.findByRole('button', { name: t('collector.confirmSite.confirm', { site: 'evil.example' }) });
    expect(fire).toHaveBeenCalledOnce();
  });
});

it('a scenario can be exported as a file and as a Playwright test', async () => {
  const { actions } = await openScenarios();
  await userEvent.click(screen.getByRole('button', { name: t('scenarios.export') }));
  expect(actions.onSave).toHaveBeenCalledWith(
    expect.objectContaining({
      name: 'play-session.scenario.json',
      parts: [expect.stringContaining('"format": "telemetry-v3-scenario"')],
    }),
  );
  await userEvent.click(screen.getByRole('button', { name: t('scenarios.playwright') }));
  expect(actions.onSave).toHaveBeenLastCalledWith(
    expect.objectContaining({
      name: 'play-session.spec.ts',
      parts: [expect.stringContaining('telemetry-v3/playwright')],
    }),
  );
});

it('a scenario exported as a Playwright test opens the page without the token of its URL', async () => {
  const { actions, live } = await openScenarios();
  const url = 'https://learn.example.org/lesson?id=7&token=4f9d2c7be81a40d5b6c3';
  await act(() => live.get(listFrames).set([{ ...frame, url }]));
  await userEvent.click(screen.getByRole('button', { name: t('scenarios.playwright') }));
  const [file] = vi.mocked(actions.onSave).mock.lastCall ?? [];
  const text = file?.parts.join('') ?? '';
  expect(text).toContain('https://learn.example.org/lesson?id=7&token=');
  expect(text).not.toContain('4f9d2c7be81a40d5b6c3');
});

it('an import of scenarios shows why a file is invalid', async () => {
  await openScenarios();
  const invalidFile = new File(['{"format":"telemetry-v3-scenario","version":7}'], 'new.json');
  await userEvent.upload(screen.getByLabelText(t('scenarios.import'), { selector: 'input' }), invalidFile);
  expect((await screen.findByRole('alert')).textContent).toContain(
    `new.json: ${t('scenarios.fault.version', { version: '7' })}`,
  );
});

describe('recording', () => {
  const touchRecord = (row: number, id: string) =>
    recordOf(row, { at: 1000, call: callOf({ args: [{ type: 'TOUCH', id }] }) });

  async function recordTwoCalls(...overrides: Parameters<typeof openPanel>) {
    const panel = await openScenarios(...overrides);
    await userEvent.click(screen.getByRole('button', { name: t('scenarios.record') }));
    panel.live.records.apply([touchRecord(1, 'play-button')]);
    await screen.findByRole('button', { name: t('scenarios.stopRecording', { events: t('count.event', 1) }) });
    panel.live.records.apply([touchRecord(2, 'next-button')]);
    const stop = t('scenarios.stopRecording', { events: t('count.event', 2) });
    await userEvent.click(await screen.findByRole('button', { name: stop }));
    await screen.findByRole('region', { name: t('scenarios.recorded') });
    return panel;
  }

  it('a recording counts calls live, collapses consecutive calls of one kind, and labels each call with its arguments', async () => {
    await recordTwoCalls();
    const calls = screen.getByRole('region', { name: t('scenarios.recorded') });
    expect(
      within(calls)
        .getByText(t('scenarios.runOfKind', { kind: 'INTERACT', n: 2 }))
        .closest('details')?.open,
    ).toBe(false);
    expect([...calls.querySelectorAll('[data-call]')].map(({ textContent }) => textContent)).toEqual([
      'INTERACT TOUCH play-button',
      'INTERACT TOUCH next-button',
    ]);
  });

  it('a recording is replayed through the SDK with the recorded arguments, and stops if the page unloads', async () => {
    const fire = vi.fn(async (_kind: EventKind) => succeed({ requestId: 'a' }));
    const { live: list } = await recordTwoCalls({ fire });
    await userEvent.click(screen.getByRole('button', { name: t('scenarios.replay') }));
    await waitFor(() =>
      expect(fire).toHaveBeenCalledWith('interact', [{ type: 'TOUCH', id: 'play-button' }], { ...frame, sdk: 0 }),
    );
    list.get(listFrames).set([{ ...frame, documentId: 'next document' }]);
    list.records.apply([recordOf(3, { firedBy: { type: 'panel', requestId: 'a' } })]);
    await screen.findByText(t('scenarios.pageLeft'));
    expect(fire).toHaveBeenCalledTimes(1);
    await screen.findByText(tPattern('scenarios.stoppedAt'));
  });

  it('the arguments of a recorded call can be edited by keyboard, and invalid arguments are not saved', async () => {
    await recordTwoCalls();
    const line = document.querySelector<HTMLElement>('[data-call="0"]');
    line?.focus();
    await userEvent.keyboard('{Enter}');
    await userEvent.click(await screen.findByRole('button', { name: t('scenarios.editAsJson') }));
    const field = await screen.findByRole('textbox', { name: t('scenarios.arguments') });
    await userEvent.clear(field);
    await userEvent.type(field, '{{ "data": {{ "type": "TOUCH", "id": "other" } }');
    await waitFor(() => expect(line?.textContent).toContain('INTERACT TOUCH other'));
    await userEvent.type(field, '!');
    expect(field.getAttribute('aria-invalid')).toBe('true');
    expect(line?.textContent).toContain('INTERACT TOUCH other');
    await userEvent.keyboard('{Escape}');
    expect(screen.queryByRole('textbox', { name: t('scenarios.arguments') })).toBeNull();
    expect(document.activeElement).toBe(document.querySelector('[data-call="0"]'));
  });

  it('Delete removes a call from a recording, and the removal can be undone', async () => {
    await recordTwoCalls();
    document.querySelector<HTMLElement>('[data-call="0"]')?.focus();
    await userEvent.keyboard('{Delete}');
    await waitFor(() => expect(document.querySelectorAll('[data-call]')).toHaveLength(1));
    expect(screen.queryByText('INTERACT TOUCH play-button')).toBeNull();
    await userEvent.keyboard('{Control>}z{/Control}');
    await waitFor(() => expect(document.querySelectorAll('[data-call]')).toHaveLength(2));
  });

  it('a recording can be navigated by arrow keys, Home and End, as steps can', async () => {
    await recordTwoCalls();
    const [first, last] = document.querySelectorAll<HTMLElement>('[data-call]');
    first?.focus();
    const focusAfter = async (key: string) => {
      await userEvent.keyboard(`{${key}}`);
      return document.activeElement;
    };
    expect(await focusAfter('ArrowDown')).toBe(last);
    expect(await focusAfter('ArrowDown')).toBe(last);
    expect(await focusAfter('Home')).toBe(first);
    expect(await focusAfter('ArrowUp')).toBe(first);
    expect(await focusAfter('End')).toBe(last);
    expect(await focusAfter('Alt>}{ArrowUp}{/Alt')).toBe(last);
  });
});

it('Esc closes the editor of a step, and is not handled by anything else', async () => {
  await openEmptyScenario();
  await addStep('wait');
  await userEvent.click(await screen.findByLabelText(t('scenarios.milliseconds')));
  const onUnhandled = vi.fn();
  const onKey = (event: KeyboardEvent) => !event.defaultPrevented && onUnhandled();
  document.addEventListener('keydown', onKey);
  await userEvent.keyboard('{Escape}');
  document.removeEventListener('keydown', onKey);
  expect(screen.queryByLabelText(t('scenarios.milliseconds'))).toBeNull();
  expect(document.activeElement).toBe(steps()[0]);
  expect(onUnhandled).not.toHaveBeenCalled();
});

it('a recording lists each event live, the latest first, until it is stopped', async () => {
  const { live } = await openScenarios();
  await userEvent.click(screen.getByRole('button', { name: t('scenarios.record') }));
  const recording = await screen.findByRole('region', { name: t('scenarios.recordingNow') });
  expect(within(recording).getByText(t('scenarios.recordingEmpty'))).toBeTruthy();
  live.records.apply([recordOf(1, { kind: 'start', name: 'start' }), recordOf(2, { kind: 'end', name: 'end' })]);
  await waitFor(() =>
    expect(
      within(recording)
        .getAllByRole('listitem')
        .map((line) => line.textContent?.split(' ')[0]),
    ).toEqual(['END', 'START']),
  );
  await userEvent.click(screen.getByRole('button', { name: tPattern('scenarios.stopRecording', { events: /.*/ }) }));
  await waitFor(() => expect(screen.queryByRole('region', { name: t('scenarios.recordingNow') })).toBeNull());
});

it('undoing an edit also reverts the open form of the step', async () => {
  await openEmptyScenario();
  await addStep('wait');
  const field = await screen.findByLabelText(t('scenarios.milliseconds'));
  await userEvent.clear(field);
  await userEvent.type(field, '7000');
  await screen.findByRole('button', { name: 'Wait 7 s' });
  const undo = screen.getByRole('button', { name: t('scenarios.undo') });
  for (let step = 0; step < 3; step += 1) await userEvent.click(undo);
  await screen.findByRole('button', { name: 'Wait 7 ms' });
  expect(screen.getByLabelText(t('scenarios.milliseconds'))).toHaveProperty('value', '7');
});

it('the open form of a recorded call is closed when another scenario is opened, and does not change it', async () => {
  const { stores } = await openScenarios();
  const store = stores.get(scenarioStore);
  for (const id of ['first', 'second']) {
    const args = { data: { type: 'TOUCH', id } };
    store.add({ ...newScenario(id), recording: [{ kind: 'interact', args, page: '/', gapMs: 0 }] });
  }
  await userEvent.click(await screen.findByRole('option', { name: /^first/ }));
  await userEvent.click(await screen.findByRole('button', { name: 'INTERACT TOUCH first' }));
  await screen.findByRole('group', { name: t('scenarios.arguments') });
  await userEvent.click(screen.getByRole('option', { name: /^second/ }));
  await screen.findByRole('button', { name: 'INTERACT TOUCH second' });
  expect(screen.queryByRole('group', { name: t('scenarios.arguments') })).toBeNull();
});
