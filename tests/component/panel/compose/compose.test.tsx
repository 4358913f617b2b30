import { fireEvent, screen, waitFor, within } from '@testing-library/preact';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { clearLiveList } from '#components/panel/captures/capture-list.ts';
import { openAsDraft } from '#components/panel/compose/firing/fire-draft.ts';
import { listFrames } from '#components/panel/event-list/frames.ts';
import type { Json } from '#core/json/json';
import { eventKinds } from '#core/telemetry/kinds';
import { message } from '#core/util/message';
import { succeed } from '#core/util/result';
import { t, tPattern } from '#tests/drivers/texts';
import { callOf, eventOf, recordOf, requestOf } from '#tests/fixtures/records';
import { frame, openPanel } from '../open-panel';

const invalidText = '{ "data": { "type": "click", "id": "next-button" } }';

async function compose(overrides: Parameters<typeof openPanel>[0] = {}) {
  const panel = openPanel(overrides);
  panel.composer.select('interact');
  panel.app.view.value = 'compose';
  await screen.findByRole('heading', { name: 'INTERACT' });
  return panel;
}

it('the kinds of drafts are a list box that is navigated with the arrow keys', async () => {
  const { composer } = await compose();
  expect(within(screen.getByRole('listbox', { name: t('compose.kinds') })).getAllByRole('option')).toHaveLength(
    eventKinds.length,
  );
  within(screen.getByRole('listbox', { name: t('compose.kinds') }))
    .getByRole('option', { selected: true })
    .focus();
  await userEvent.keyboard('{ArrowDown}');
  expect(composer.kind.value).toBe('assess');
});

it('a draft is validated while typing, with its number of errors beside its kind', async () => {
  const { composer } = await compose();
  expect(screen.queryByText(t('verdict.valid'))).not.toBeNull();
  composer.setText(invalidText);
  await screen.findByText(/got "click"/);
  expect(screen.getByTitle(t('compose.inThisDraft', { errors: t('count.error', 1) })).textContent).toBe('1');
});

it('a draft that is invalid JSON cannot be fired, and shows the position of the syntax error', async () => {
  const { composer } = await compose();
  composer.setText('{ "data": ');
  await screen.findByText(t('compose.nothingToFire'));
  expect(screen.getByRole('button', { name: t('compose.fire') }).getAttribute('aria-disabled')).toBe('true');
});

it('a draft that is invalid JSON has no request body to copy', async () => {
  const { composer } = await compose();
  await userEvent.click(screen.getByRole('tab', { name: t('collector.requestBody') }));
  await screen.findByRole('button', { name: t('collector.copyBody') });
  composer.setText('{ "data": ');
  await waitFor(() => expect(screen.queryByRole('button', { name: t('collector.copyBody') })).toBeNull());
});

describe('wrong types', () => {
  const withPageid = (pageid: Json) => recordOf(1, { call: callOf({ args: [{ type: 'TOUCH', id: 'next', pageid }] }) });

  it('a field with a wrong type is focused when the event is opened, and its value becomes text when the user types', async () => {
    const panel = await compose();
    panel.app.view.value = 'events';
    await openAsDraft(panel.stores, withPageid(12));
    const field = await screen.findByLabelText('data.pageid');
    await waitFor(() => expect(document.activeElement?.id).toBe(field.id));
    await userEvent.clear(field);
    await userEvent.keyboard('home');
    expect(JSON.parse(panel.composer.draft.value.text.value)).toMatchObject({ data: { pageid: 'home' } });
    expect(screen.getByLabelText('data.pageid')).toHaveProperty('value', 'home');
    expect(document.activeElement?.id).toBe(screen.getByLabelText('data.pageid').id);
  });

  it('a field with a wrong type retains the focus when its object is replaced by text', async () => {
    const panel = await compose();
    panel.app.view.value = 'events';
    await openAsDraft(panel.stores, withPageid({ a: 1 }));
    const field = await screen.findByLabelText(t('form.asJson', { name: 'data.pageid' }));
    await waitFor(() => expect(document.activeElement?.id).toBe(field.id));
    if (field instanceof HTMLTextAreaElement) field.select();
    await userEvent.keyboard('home');
    await waitFor(() =>
      expect(JSON.parse(panel.composer.draft.value.text.value)).toMatchObject({ data: { pageid: 'home' } }),
    );
    expect(document.activeElement?.id).toBe(screen.getByLabelText('data.pageid').id);
  });
});

it('a field whose text is not JSON yet stays in the form while the draft does not contain it, and can be unset', async () => {
  const { composer } = await compose();
  composer.setText('{ "data": { "type": "TOUCH", "id": "next", "custom": {} } }');
  composer.setPending('["data","custom"]', '{');
  composer.setPending('["data","extra"]', '{');
  composer.setText('{ "data": { "type": "TOUCH", "id": "next" } }');
  for (const name of ['data.custom', 'data.extra'])
    expect(await screen.findByLabelText(t('form.asJson', { name }))).toHaveProperty('value', '{');
  await userEvent.click(screen.getByRole('button', { name: t('form.unset', { name: 'data.custom' }) }));
  await userEvent.click(screen.getByRole('button', { name: t('form.restoreJson') }));
  await screen.findByText(t('verdict.valid'));
});

it('a draft that becomes invalid JSON disables the form with one line of error until the JSON is valid again', async () => {
  const { composer } = await compose();
  const field = await screen.findByLabelText('data.id');
  composer.setText('{ "data": ');
  const line = await screen.findByText(tPattern('form.jsonFault'));
  expect(screen.getByLabelText('data.id')).toBe(field);
  expect(field.closest('form')?.inert).toBe(true);
  expect(line.parentElement?.className).toBe('fix-line');
  await userEvent.click(screen.getByRole('button', { name: t('compose.restoreJson') }));
  await waitFor(() => expect(screen.queryByText(tPattern('form.jsonFault'))).toBeNull());
  expect(field.closest('form')?.inert).toBe(false);
});

describe('collectors', () => {
  const request = requestOf({ url: 'https://collector.test/v1/telemetry' });
  const context = { channel: 'in.ekstep', pdata: { id: 'portal' }, env: 'lesson', sid: 's', did: 'd', cdata: [] };
  const pageRecord = recordOf(1, {
    requests: [request],
    event: eventOf({ json: { eid: 'INTERACT', mid: 'INTERACT:1', context } }),
  });

  it('a collector draft starts with the last observed collector URL and the page’s context, but without the entity’s token', async () => {
    const { compose: state, live } = await compose();
    live.records.apply([pageRecord]);
    await userEvent.click(screen.getByRole('radio', { name: t('collector.title') }));
    await waitFor(() => expect(state.delivery.value.endpoint).toBe(request.url));
    expect(state.delivery.value.tokenOrigin).toBeNull();
    const { channel, pdata, env, sid, did } = context;
    expect(state.wirePreview.value?.event.context).toMatchObject({ channel, pdata, env, sid, did });
    await userEvent.click(screen.getByRole('tab', { name: t('collector.requestBody') }));
    await screen.findByText(t('collector.contextFromPage', { fields: 'channel, pdata, env, sid, did' }));
    expect(document.querySelector('[data-body]')?.textContent).toContain('\n  "ets": ');
    await userEvent.click(screen.getByRole('radio', { name: t('collector.bodyRaw') }));
    expect(document.querySelector('[data-body]')?.textContent).toBe(state.wirePreview.value?.body);
  });

  it('a collector URL that the user cleared stays empty, and Fire shows why it is disabled', async () => {
    const { compose: state, live } = await compose();
    live.records.apply([pageRecord]);
    await userEvent.click(screen.getByRole('radio', { name: t('collector.title') }));
    await waitFor(() => expect(state.delivery.value.endpoint).toBe(request.url));
    await userEvent.clear(screen.getByLabelText(t('collector.url')));
    live.records.apply([{ ...pageRecord, row: 2 }]);
    await screen.findByText(t('compose.obstacle.noUrl'));
    const fire = screen.getByRole('button', { name: t('compose.fire') });
    expect(fire.getAttribute('title')).toBe(t('compose.obstacle.noUrl'));
    expect(document.getElementById(fire.getAttribute('aria-describedby') ?? '')?.textContent).toBe(
      t('compose.obstacle.noUrl'),
    );
    expect(state.delivery.value.endpoint).toBe('');
  });

  it('an event that is resent to a collector has its original ids, which is impossible through the SDK', async () => {
    const { compose: state, stores } = await compose();
    await openAsDraft(stores, pageRecord);
    expect(state.delivery.value.transport).toBe('sdk');
    const choice = await screen.findByRole('combobox', { name: t('collector.resendAs') });
    await userEvent.selectOptions(choice, 'old');
    expect(state.delivery.value.transport).toBe('collector');
    expect(state.wirePreview.value?.event.mid).toBe('INTERACT:1');
    await userEvent.click(screen.getByRole('radio', { name: t('collector.pageSdk') }));
    await waitFor(() => expect(choice).toHaveProperty('value', 'new'));
  });
});

it('firing flushes the SDK’s queue if the user selects that option, and shows a message if the SDK cannot flush', async () => {
  const { capture } = await compose({ sendBatch: vi.fn(async () => false) });
  await userEvent.click(screen.getByRole('button', { name: t('compose.fire') }));
  await waitFor(() => expect(capture.fire).toHaveBeenCalled());
  expect(capture.sendBatch).not.toHaveBeenCalled();
  await userEvent.click(screen.getByRole('checkbox', { name: t('collector.sendNow') }));
  await userEvent.click(screen.getByRole('button', { name: t('compose.fire') }));
  await screen.findByText(t('compose.noSendNow'));
  expect(capture.sendBatch).toHaveBeenCalledWith({ ...frame, sdk: 0 });
});

it('a toast in the list reports a fired event while the SDK is still sending its queue', async () => {
  const { stores } = await compose({
    fire: vi.fn(async () => succeed({ requestId: 'a' })),
    sendBatch: vi.fn(() => new Promise<boolean>(() => undefined)),
  });
  await userEvent.click(screen.getByRole('checkbox', { name: t('collector.sendNow') }));
  fireEvent.click(screen.getByRole('button', { name: t('compose.fire') }));
  stores.app.view.value = 'events';
  const toast = await screen.findByText(t('toast.fired'));
  expect(toast.closest('[role=status]')).not.toBeNull();
});

it('the result of a firing shows its time, and omits the link to the list after the list is cleared', async () => {
  const { live, stores } = await compose({ fire: vi.fn(async () => succeed({ requestId: 'a' })) });
  await userEvent.click(screen.getByRole('button', { name: t('compose.fire') }));
  live.records.apply([recordOf(12, { at: 2, firedBy: { type: 'panel', requestId: 'a' } })]);
  await screen.findByText(tPattern('compose.firedCaptured', { gap: '2 ms' }));
  clearLiveList(stores);
  await screen.findByText(tPattern('compose.firedAt'));
  expect(screen.queryByRole('button', { name: t('compose.showInEvents') })).toBeNull();
});

it('a valid draft is fired through the page’s SDK, and its result shows when the event was captured', async () => {
  const { capture, live } = await compose({ fire: vi.fn(async () => succeed({ requestId: 'a' })) });
  await userEvent.click(screen.getByRole('button', { name: t('compose.fire') }));
  expect(capture.fire).toHaveBeenCalledWith('interact', expect.anything(), { ...frame, sdk: 0 });
  live.records.apply([recordOf(1282, { at: 2, firedBy: { type: 'panel', requestId: 'a' } })]);
  await screen.findByText(tPattern('compose.firedCaptured', { gap: '2 ms' }));
  await userEvent.click(screen.getByRole('button', { name: t('compose.showInEvents') }));
  expect(live.selection.row.value).toBe(1282);
});

it('firing an invalid draft asks for confirmation, with the focus on Cancel', async () => {
  const { capture, composer } = await compose();
  composer.setText(invalidText);
  await screen.findByText(t('compose.confirmsFirst', { errors: t('count.error', 1) }));
  await userEvent.click(screen.getByRole('button', { name: t('compose.fire') }));
  await screen.findByRole('alertdialog', { name: t('compose.confirmInvalid.title') });
  await waitFor(() => expect(document.activeElement?.textContent).toBe(t('compose.confirmInvalid.cancel')));
  await userEvent.click(screen.getByRole('button', { name: t('compose.confirmInvalid.cancel') }));
  expect(screen.queryByRole('alertdialog')).toBeNull();
  expect(capture.fire).not.toHaveBeenCalled();
});

it('an invalid draft is fired once the user confirms', async () => {
  const { capture, composer } = await compose();
  composer.setText(invalidText);
  await screen.findByText(t('compose.confirmsFirst', { errors: t('count.error', 1) }));
  await userEvent.click(screen.getByRole('button', { name: t('compose.fire') }));
  await userEvent.click(
    await screen.findByRole('button', { name: t('compose.confirmInvalid.fire', { kind: 'INTERACT' }) }),
  );
  expect(capture.fire).toHaveBeenCalledWith('interact', [{ type: 'click', id: 'next-button' }], {
    ...frame,
    sdk: 0,
  });
});

it('a failed firing shows the reason, preserves the draft and can be retried', async () => {
  const fire = vi.fn(async () => ({ ok: false, failure: { message: message('capture.frameGone') } }) as const);
  await compose({ fire });
  await userEvent.click(screen.getByRole('button', { name: t('compose.fire') }));
  await screen.findByText(tPattern('compose.draftKept', { message: t('capture.frameGone') }));
  await userEvent.click(screen.getByRole('button', { name: t('compose.tryAgain') }));
  expect(fire).toHaveBeenCalledTimes(2);
});

it('a failed firing cannot be retried while the draft of another kind is open', async () => {
  const fire = vi.fn(async () => ({ ok: false, failure: { message: message('capture.frameGone') } }) as const);
  const { composer } = await compose({ fire });
  await userEvent.click(screen.getByRole('button', { name: t('compose.fire') }));
  await screen.findByRole('button', { name: t('compose.tryAgain') });
  composer.select('log');
  await waitFor(() => expect(screen.queryByRole('button', { name: t('compose.tryAgain') })).toBeNull());
});

it('the shortcuts of a draft neither undo the draft from a field outside its form, nor fire the draft from a dialog', async () => {
  const { capture, composer, compose: state } = await compose();
  composer.setText('{ "data": { "type": "TOUCH", "id": "edited" } }');
  state.delivery.value = { ...state.delivery.value, transport: 'collector' };
  await userEvent.click(await screen.findByRole('combobox', { name: tPattern('collector.url') }));
  await userEvent.keyboard('{Control>}z{/Control}');
  expect(composer.draft.value.text.value).toContain('edited');
  state.delivery.value = { ...state.delivery.value, transport: 'sdk' };
  await userEvent.click(screen.getByTitle(t('samples.saveAs')));
  await userEvent.click(await screen.findByRole('textbox', { name: t('samples.name') }));
  await userEvent.keyboard('{Control>}{Enter}{/Control}');
  expect(capture.fire).not.toHaveBeenCalled();
  await userEvent.keyboard('{Escape}');
  await userEvent.click(screen.getByLabelText('data.id'));
  await userEvent.keyboard('{Control>}z{/Control}');
  expect(composer.draft.value.text.value).not.toContain('edited');
});

it('the number of firings can be cleared and entered again, and an invalid number fires nothing', async () => {
  const { capture } = await compose({ fire: vi.fn(async () => succeed({ requestId: 'a' })) });
  const times = screen.getByRole('spinbutton', { name: t('collector.times') });
  await userEvent.clear(times);
  await userEvent.click(screen.getByRole('button', { name: t('compose.fire') }));
  expect((await screen.findByRole('alert')).textContent).toBe('Enter a whole number from 1 to 100.');
  expect(capture.fire).not.toHaveBeenCalled();
  await userEvent.type(times, '5');
  expect(screen.queryByRole('alert')).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: t('compose.fire') }));
  await waitFor(() => expect(capture.fire).toHaveBeenCalledTimes(5));
});

it('firing to a collector requires an http URL, and the field shows an error otherwise', async () => {
  const { compose: state } = await compose();
  state.delivery.value = { ...state.delivery.value, transport: 'collector' };
  const urlField = await screen.findByRole('combobox', { name: tPattern('collector.url') });
  await userEvent.type(urlField, 'ftp://collector.example.org/');
  expect((await screen.findByRole('alert')).textContent).toBe(t('collector.urlNotHttp'));
  expect(screen.getByRole('button', { name: t('compose.fire') }).getAttribute('aria-disabled')).toBe('true');
  await userEvent.clear(urlField);
  await userEvent.type(urlField, 'https://collector.example.org/v1/telemetry');
  expect(screen.queryByRole('alert')).toBeNull();
  expect(screen.getByRole('button', { name: t('compose.fire') }).getAttribute('aria-disabled')).toBe('false');
});

it('a note below the headers for a collector names the headers that no browser sends', async () => {
  const { compose: state } = await compose();
  const headers = 'Content-Type: application/json\nCOOKIE: a=b\nSec-Fetch-Mode: cors\nX-Cookie: a';
  state.delivery.value = { ...state.delivery.value, transport: 'collector', headers };
  await userEvent.click(await screen.findByRole('button', { name: t('collector.headers') }));
  const note = t('collector.headersNotSent', { names: 'COOKIE, Sec-Fetch-Mode' });
  expect(screen.queryByText(note)).not.toBeNull();
  await userEvent.clear(screen.getByRole('textbox', { name: t('collector.headersHint') }));
  expect(screen.queryByText(note)).toBeNull();
});

it('the frame to fire through can be selected if there are several', async () => {
  const other = { ...frame, frameId: 4, documentId: 'e', url: 'http://localhost:4173/player.html' };
  const { capture, live } = await compose();
  live.get(listFrames).set([frame, other]);
  await userEvent.selectOptions(
    await screen.findByRole('combobox', { name: t('compose.target') }),
    'player.html, $t 2.x',
  );
  await userEvent.click(screen.getByRole('button', { name: t('compose.fire') }));
  expect(capture.fire).toHaveBeenCalledWith('interact', expect.anything(), { ...other, sdk: 0 });
});

it('the Fire button is not shown without an SDK', async () => {
  const { live } = await compose();
  live.get(listFrames).set([]);
  await screen.findByText(tPattern('compose.noSdk'));
  expect(screen.queryByRole('button', { name: t('compose.fire') })).toBeNull();
  expect(screen.queryByRole('button', { name: t('compose.fireSamples') })).toBeNull();
});

it('a panel that shows files names the files as the reason why Fire is disabled', async () => {
  const { app, compose: state } = await compose();
  app.tab.value = { hostType: 'files', isClosed: false };
  state.delivery.value = {
    ...state.delivery.value,
    transport: 'collector',
    endpoint: 'https://collector.test/v1/telemetry',
  };
  await waitFor(() =>
    expect(screen.getByRole('button', { name: t('compose.fire') }).title).toBe(t('panel.files.readOnly')),
  );
});
