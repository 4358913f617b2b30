import { signal } from '@preact/signals';
import { expect, it } from 'vitest';
import {
  clearLiveList,
  openedCapturesStore,
  setRecording,
  showLiveEvent,
} from '#components/panel/captures/capture-list.ts';
import { defaultListSettings } from '#components/panel/event-list/columns/list-settings.ts';
import { createEventList, liveListStore } from '#components/panel/event-list/event-list.ts';
import { listHiding } from '#components/panel/event-list/list-undo.ts';
import { createFakeScheduler } from '#tests/fixtures/fake-scheduler';
import { createTestStores } from '#tests/fixtures/panel-stores';
import { recordOf } from '#tests/fixtures/records';

function openPanel() {
  const { stores, capture } = createTestStores();
  return { stores, capture, live: stores.get(liveListStore), captures: stores.get(openedCapturesStore) };
}

function openFile({ captures }: ReturnType<typeof openPanel>) {
  const list = createEventList(createFakeScheduler().scheduler, signal(defaultListSettings));
  list.records.apply([recordOf(1)]);
  return captures.open(() => 'lesson.har', list);
}

const toasts = ({ stores }: ReturnType<typeof openPanel>) => stores.app.toasts.list.value.map(({ text }) => text());

it('clearing reports the number of removed events, and can be undone', () => {
  const it = openPanel();
  it.live.records.apply([recordOf(1), recordOf(2)]);
  clearLiveList(it.stores);
  expect(toasts(it)).toEqual(['Cleared 2 events']);
  expect(it.capture.documents.forget).toHaveBeenCalledOnce();
  it.stores.app.toasts.choose(it.stores.app.toasts.list.value[0]?.id ?? 0);
  expect(it.live.records.all()).toHaveLength(2);
});

it('clearing an empty list does nothing', () => {
  const it = openPanel();
  clearLiveList(it.stores);
  expect(toasts(it)).toEqual([]);
  expect(it.capture.documents.forget).not.toHaveBeenCalled();
});

it('clearing and recording apply to the live list only, and another capture shows a toast about that', () => {
  const it = openPanel();
  it.live.records.apply([recordOf(1)]);
  const file = openFile(it);
  const notLive = [expect.stringContaining('lesson.har')];
  clearLiveList(it.stores);
  expect(toasts(it)).toEqual(notLive);
  const [first] = it.stores.app.toasts.list.value;
  setRecording(it.stores, false);
  expect(toasts(it)).toEqual(notLive);
  expect(it.stores.app.toasts.list.value[0]).not.toBe(first);
  expect(it.live.records.all()).toHaveLength(1);
  expect(file.list.records.all()).toHaveLength(1);
  expect(it.stores.app.recording.value).toBe(true);
});

it('showing an event clears a filter that hides it', () => {
  const it = openPanel();
  it.live.records.apply([recordOf(1)]);
  it.live.filter.setText('quiz');
  it.stores.app.view.value = 'compose';
  showLiveEvent(it.stores, 1);
  expect(it.live.filter.isEmpty.value).toBe(true);
  expect(it.live.selection.record.value?.row).toBe(1);
  expect(it.stores.app.view.value).toBe('events');
});

it('showing an event of the live list closes a capture that was open behind another view', () => {
  const it = openPanel();
  it.live.records.apply([recordOf(7)]);
  const file = openFile(it);
  it.stores.app.view.value = 'compose';
  expect([it.captures.shown.value, it.captures.inView.value]).toEqual([file, null]);
  showLiveEvent(it.stores, 7);
  expect(it.captures.shown.value).toBeNull();
  expect(it.live.selection.row.value).toBe(7);
  expect(file.list.selection.row.value).toBeNull();
});

it('Undo of a clearing restores the events although others were hidden since, which stay hidden', () => {
  const it = openPanel();
  it.live.records.apply([recordOf(1), recordOf(2)]);
  clearLiveList(it.stores);
  it.live.records.apply([recordOf(3)]);
  it.live.get(listHiding).hideRows([3]);
  it.stores.app.toasts.choose(it.stores.app.toasts.list.value[0]?.id ?? 0);
  expect(it.live.records.all().map(({ row }) => row)).toEqual([1, 2, 3]);
  expect([...it.live.filter.hidden.value.rows]).toEqual([3]);
});

it('Undo of a clearing changes nothing once a page load has started a new list', () => {
  const it = openPanel();
  it.live.records.apply([recordOf(1), recordOf(2)]);
  it.live.get(listHiding).hideRows([1]);
  clearLiveList(it.stores);
  it.live.records.clear();
  it.live.records.forget();
  it.live.records.apply([recordOf(3)]);
  it.stores.app.toasts.choose(it.stores.app.toasts.list.value[0]?.id ?? 0);
  expect(it.live.records.all().map(({ row }) => row)).toEqual([3]);
  expect([...it.live.filter.hidden.value.rows]).toEqual([1]);
});
