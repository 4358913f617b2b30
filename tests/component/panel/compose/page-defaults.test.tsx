import { screen, waitFor } from '@testing-library/preact';
import { userEvent } from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { formatDateTime } from '#components/i18n/format.ts';
import { formatEnvelope } from '#components/panel/compose/draft/page-envelope.ts';
import { keyOfPath } from '#core/drafts/draft-content';
import { parseJson, valueAt } from '#core/json/json';
import { t } from '#tests/drivers/texts';
import { eventOf, recordOf } from '#tests/fixtures/records';
import { openPanel } from '../open-panel';

const START = 1_763_620_200_000;
const envelope = {
  actor: { id: 'teacher-04', type: 'User' },
  context: { channel: 'in.example', sid: 'session', did: 'device' },
};
const pageEvent = (row: number, ets: number) =>
  recordOf(row, { event: eventOf({ json: { eid: 'INTERACT', ets, ...envelope, edata: {} } }) });

it('an event for a collector is completed with actor, session and device of the page, except for its own values', async () => {
  const { live, compose, composer } = openPanel();
  live.records.apply([pageEvent(1, START)]);
  composer.select('interact');
  compose.delivery.value = { ...compose.delivery.value, transport: 'collector' };
  expect(compose.wirePreview.value?.event).toMatchObject(envelope);
  expect(compose.wirePreview.value?.fromPage).toEqual(expect.arrayContaining(['actor', 'sid', 'did']));
  composer.setText('{ "data": {}, "options": { "actor": { "id": "own", "type": "System" } } }');
  expect(compose.wirePreview.value?.event.actor).toEqual({ id: 'own', type: 'System' });
  expect(compose.wirePreview.value?.fromPage).not.toContain('actor');
});

const edataOf = (text: string) => valueAt(parseJson(text), ['data', 'edata']);

it('a SUMMARY draft starts with the values of the session, and its timestamps are shown as times', async () => {
  const { app, live, compose, composer } = openPanel();
  await compose.loaded;
  live.records.apply([pageEvent(1, START), pageEvent(2, START + 5000)]);
  composer.select('summary');
  app.view.value = 'compose';
  const { draft } = composer;
  const sessionValues = { starttime: START, endtime: START + 5000, timespent: 5, interactions: 2 };
  await waitFor(() => expect(edataOf(draft.value.text.value)).toMatchObject(sessionValues));
  expect([draft.value.isEdited.value, draft.value.canUndo.value]).toEqual([false, false]);
  await waitFor(() => screen.getByText(formatDateTime(START + 5000)));

  app.view.value = 'events';
  live.records.apply([pageEvent(3, START + 9000)]);
  app.view.value = 'compose';
  expect(edataOf(draft.value.text.value)).toMatchObject({
    ...sessionValues,
    endtime: START + 9000,
    timespent: 9,
    interactions: 3,
  });
});

it('an edited SUMMARY draft stays unchanged until the user fills it in again by its button', async () => {
  const { app, live, compose, composer } = openPanel();
  await compose.loaded;
  composer.select('summary');
  composer.setText('{"data":{"edata":{"type":"app","mode":"own","starttime":1}}}');
  live.records.apply([pageEvent(1, START)]);
  app.view.value = 'compose';
  const { draft } = composer;
  expect(edataOf(draft.value.text.value)).toEqual({ type: 'app', mode: 'own', starttime: 1 });
  await userEvent.click(await screen.findByRole('button', { name: t('compose.fillFromSession') }));
  expect(edataOf(draft.value.text.value)).toMatchObject({ mode: 'own', starttime: START, interactions: 1 });
  composer.reset();
  expect(draft.value.isEdited.value).toBe(false);
});

it('filling a SUMMARY draft in from the session removes invalid input of the filled fields', async () => {
  const { app, live, compose, composer } = openPanel();
  await compose.loaded;
  composer.select('summary');
  composer.setText('{"data":{"edata":{"type":"app","mode":"own","starttime":1}}}');
  composer.setPending(keyOfPath(['data', 'edata', 'starttime']), '{');
  live.records.apply([pageEvent(1, START)]);
  app.view.value = 'compose';
  expect(composer.draft.value.parsed.value.status).toBe('invalid');
  await userEvent.click(await screen.findByRole('button', { name: t('compose.fillFromSession') }));
  expect(composer.draft.value.parsed.value.status).toBe('parsed');
});

it('empty options are described as set by the SDK', () => {
  expect(formatEnvelope({})).toBe(t('page.setBySdk'));
});
