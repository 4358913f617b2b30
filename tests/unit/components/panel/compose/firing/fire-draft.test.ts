import { describe, expect, it, vi } from 'vitest';
import type { TabCapture } from '#components/panel/app/capture-store.ts';
import { addsManualCdataSetting } from '#components/panel/compose/compose-settings.ts';
import { composeStore } from '#components/panel/compose/compose-state.ts';
import { composerStore } from '#components/panel/compose/draft/composer.ts';
import {
  fireDraft,
  fireSamples,
  firingStore,
  openAsDraft,
  openDraft,
  resendDraft,
} from '#components/panel/compose/firing/fire-draft.ts';
import { liveListStore } from '#components/panel/event-list/event-list.ts';
import { listFrames, targetKeyOf } from '#components/panel/event-list/frames.ts';
import { eventKinds } from '#core/telemetry/kinds';
import { succeed } from '#core/util/result';
import { waitFor } from '#tests/drivers/wait-for';
import { createTestStores } from '#tests/fixtures/panel-stores';
import { callOf, eventOf, recordOf } from '#tests/fixtures/records';

const frame = {
  frameId: 0,
  url: 'http://localhost/',
  documentId: 'd',
  title: '',
  sdks: [{ global: '$t', generation: '2.x' }],
} as const;

function openCompose(overrides: Partial<TabCapture> = {}) {
  const { stores, capture } = createTestStores(overrides);
  return {
    stores,
    capture,
    composer: stores.get(composerStore),
    compose: stores.get(composeStore),
    firing: stores.get(firingStore),
    frames: stores.get(liveListStore).get(listFrames),
  };
}

it('firing all samples fires every kind in the order of the definition', async () => {
  const kinds: string[] = [];
  const panel = openCompose({
    fire: async (kind) => {
      kinds.push(kind);
      return succeed({ requestId: kind });
    },
  });
  panel.frames.set([frame]);
  fireSamples(panel.stores);
  await waitFor(() => expect(panel.firing.state.value.status).toBe('fired-many'));
  expect(kinds).toEqual(eventKinds);
  expect(panel.stores.app.toasts.list.value.map(({ text }) => text())).toEqual([
    `${eventKinds.length} events: Fired ${eventKinds.length}`,
  ]);
});

it('firing without an SDK on the page fires nothing', () => {
  const panel = openCompose();
  fireSamples(panel.stores);
  fireDraft(panel.stores);
  expect(panel.capture.fire).not.toHaveBeenCalled();
});

it('firing a draft passes its arguments unchanged, whether they are valid or not', async () => {
  const fire = vi.fn(async () => succeed({ requestId: 'a' }));
  const panel = openCompose({ fire });
  panel.frames.set([frame]);
  panel.composer.open('interact', '{ "data": { "type": "click" } }');
  fireDraft(panel.stores);
  await waitFor(() => expect(fire).toHaveBeenCalled());
  expect(fire).toHaveBeenCalledWith('interact', [{ type: 'click' }], { ...frame, sdk: 0 });
});

it('an event of the list opens as a draft in Compose', async () => {
  const { stores } = createTestStores();
  await openAsDraft(stores, recordOf(1));
  const composer = stores.get(composerStore);
  expect(stores.app.view.value).toBe('compose');
  expect(composer.kind.value).toBe('interact');
  expect(composer.draft.value.text.value).toContain('next-button');
});

describe('the target of a resent event', () => {
  const twoSdks = [...frame.sdks, { global: 'EkTelemetry', generation: '1.x' }] as const;
  const player = { ...frame, frameId: 3, url: 'http://localhost/player', documentId: 'player', sdks: twoSdks };
  const playerRecord = recordOf(1, { frame: { frameId: 3, url: player.url }, sdk: twoSdks[1] });
  const fixedDraft = { kind: 'interact', text: '{}', args: [{}], errors: 0, fixesEnvelope: false } as const;

  it.each([
    ['of the frame that it came from', playerRecord],
    [
      'of the same page in a frame that was reloaded',
      recordOf(1, { frame: { frameId: 2, url: player.url }, sdk: twoSdks[1] }),
    ],
  ])('an event that is resent goes to the SDK %s, not to the selected one', async (_, record) => {
    const fire = vi.fn(async () => succeed({ requestId: 'a' }));
    const panel = openCompose({ fire });
    panel.frames.set([frame, player]);
    await resendDraft(panel.stores, record, fixedDraft);
    await waitFor(() => expect(fire).toHaveBeenCalled());
    expect(fire).toHaveBeenCalledWith('interact', [{}], { ...player, sdk: 1 });
    panel.frames.select(targetKeyOf({ ...frame, sdk: 0 }));
    await openAsDraft(panel.stores, record);
    expect(panel.frames.target.value).toEqual({ ...player, sdk: 1 });
  });

  it('an event that is resent goes to the selected SDK if its frame is gone', async () => {
    const panel = openCompose();
    panel.frames.set([frame]);
    await openAsDraft(panel.stores, playerRecord);
    expect(panel.frames.target.value).toEqual({ ...frame, sdk: 0 });
  });
});

it('a draft names its event by the number that the list shows, also after a clearing', async () => {
  const { stores } = createTestStores();
  const { records } = stores.get(liveListStore);
  records.apply([recordOf(1), recordOf(2)]);
  records.clear();
  records.apply([recordOf(3)]);
  await openAsDraft(stores, recordOf(3));
  expect(stores.get(composerStore).draft.value.origin.value?.row).toBe(1);
});

it('an event that is opened from the list replaces the stored draft of its kind, and is stored as the draft', async () => {
  const { stores } = createTestStores();
  const { storage } = stores.app;
  const drafts = { interact: { text: '{ "data": { "type": "kept" } }', pending: {} } };
  await storage.set('compose-drafts', { kind: 'log', drafts });
  await openAsDraft(stores, recordOf(1));
  const composer = stores.get(composerStore);
  expect(composer.kind.value).toBe('interact');
  expect(composer.draft.value.text.value).toContain('next-button');
  await waitFor(async () =>
    expect(await storage.get('compose-drafts')).toMatchObject({
      kind: 'interact',
      drafts: { interact: { text: expect.stringContaining('next-button') } },
    }),
  );
});

describe('wire preview', () => {
  const midOf = ({ compose }: ReturnType<typeof openCompose>) => compose.wirePreview.value?.event.mid;

  it('the previewed event has the same ids as long as the draft is unchanged', () => {
    const panel = openCompose();
    panel.composer.open('interact', '{ "data": { "type": "click" } }');
    const mid = midOf(panel);
    panel.stores.get(addsManualCdataSetting).set(false);
    expect(midOf(panel)).toBe(mid);
    panel.compose.keepsIds.value = true;
    expect(midOf(panel)).toBe(mid);
  });

  it('the previewed event has new ids after each change of the draft, and other ids for each kind', () => {
    const panel = openCompose();
    panel.composer.open('interact', '{ "data": { "type": "click" } }');
    const mids = [midOf(panel)];
    panel.composer.setText('{ "data": { "type": "touch" } }');
    mids.push(midOf(panel));
    panel.composer.select('log');
    mids.push(midOf(panel));
    expect(new Set(mids).size).toBe(3);
    expect(mids.map((mid) => String(mid).split(':')[0])).toEqual(['INTERACT', 'INTERACT', 'LOG']);
  });

  const capturedEvent = {
    eid: 'INTERACT',
    ets: 1_763_620_200_000,
    ver: '3.1',
    mid: 'INTERACT:captured',
    actor: { id: 'student-09', type: 'User' },
    context: { channel: 'own', env: 'quiz', sid: 's1', cdata: [{ id: 'class-7b', type: 'Class' }] },
    object: { id: 'do_1', ver: '2', type: 'Content', rollup: { l1: 'do_0' } },
    tags: ['pilot'],
    edata: { type: 'TOUCH', id: 'play' },
  };
  const laterEvent = {
    ...capturedEvent,
    mid: 'INTERACT:2',
    actor: { id: 'teacher-04', type: 'User' },
    context: { channel: 'other' },
  };

  it.each([
    ['a call', callOf({ args: [capturedEvent.edata] })],
    ['no call', null],
  ])('an event with %s that is resent with the same ids to a collector equals the captured event', async (_, call) => {
    const panel = openCompose();
    const record = recordOf(1, { call, event: eventOf({ json: capturedEvent }) });
    panel.stores.get(liveListStore).records.apply([record, recordOf(2, { event: eventOf({ json: laterEvent }) })]);
    panel.stores.get(addsManualCdataSetting).set(false);
    await openAsDraft(panel.stores, record);
    panel.compose.delivery.value = { ...panel.compose.delivery.value, transport: 'collector' };
    panel.compose.keepsIds.value = true;
    expect(panel.compose.wirePreview.value?.event).toEqual(capturedEvent);
    expect(panel.compose.wirePreview.value?.fromPage).toEqual([]);
    expect(JSON.parse(panel.compose.fireBatch()?.next() ?? '').events).toEqual([capturedEvent]);
    panel.composer.setText('{ "data": {}, "options": { "object": { "id": "do_2" }, "tags": [] } }');
    const object = { ...capturedEvent.object, id: 'do_2' };
    expect(panel.compose.wirePreview.value?.event).toMatchObject({ object, tags: [], context: capturedEvent.context });
    panel.composer.reset();
    expect(panel.compose.wirePreview.value?.event).toMatchObject({ actor: laterEvent.actor, object: {} });
  });

  it('an event whose envelope is fixed takes the envelope of the page instead of its own', async () => {
    const panel = openCompose();
    const record = recordOf(1, { call: null, event: eventOf({ json: { ...capturedEvent, context: {} } }) });
    panel.stores.get(liveListStore).records.apply([record, recordOf(2, { event: eventOf({ json: laterEvent }) })]);
    await openDraft(panel.stores, record, { kind: 'interact', text: '{ "data": {} }', fixesEnvelope: true });
    panel.compose.delivery.value = { ...panel.compose.delivery.value, transport: 'collector' };
    expect(panel.compose.wirePreview.value?.event).toMatchObject({ context: { channel: 'other' } });
  });

  it('the first post has the ids of the previewed event, and each later post has new ids', () => {
    const panel = openCompose();
    panel.composer.open('interact', '{ "data": { "type": "click" } }');
    const shown = panel.compose.wirePreview.value?.body;
    const batch = panel.compose.fireBatch();
    const bodies = [batch?.next(), batch?.next(), batch?.next()];
    expect(bodies[0]).toBe(shown);
    expect(new Set(bodies).size).toBe(3);
    expect(bodies).not.toContain(panel.compose.wirePreview.value?.body);
  });
});
