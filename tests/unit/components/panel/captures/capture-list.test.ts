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
  const panel = openPanel();
  panel.live.records.apply([recordOf(1), recordOf(2)]);
  clearLiveList(panel.stores);
  expect(toasts(panel)).toEqual(['Cleared 2 events']);
  expect(panel.capture.documents.forget).toHaveBeenCalledOnce();
  panel.stores.app.toasts.select(panel.stores.app.toasts.list.value[0]?.id ?? 0);
  expect(panel.live.records.all()).toHaveLength(2);
});

it('clearing an empty list does nothing', () => {
  const panel = openPanel();
  clearLiveList(panel.stores);
  expect(toasts(panel)).toEqual([]);
  expect(panel.capture.documents.forget).not.toHaveBeenCalled();
});

it('clearing and recording apply to the live list only, and another capture shows a toast about that', () => {
  const panel = openPanel();
  panel.live.records.apply([recordOf(1)]);
  const file = openFile(panel);
  const notLive = [expect.stringContaining('lesson.har')];
  clearLiveList(panel.stores);
  expect(toasts(panel)).toEqual(notLive);
  const [first] = panel.stores.app.toasts.list.value;
  setRecording(panel.stores, false);
  expect(toasts(panel)).toEqual(notLive);
  expect(panel.stores.app.toasts.list.value[0]).not.toBe(first);
  expect(panel.live.records.all()).toHaveLength(1);
  expect(file.list.records.all()).toHaveLength(1);
  expect(panel.stores.app.recording.value).toBe(true);
});

it('showing an event clears a filter that hides it', () => {
  const panel = openPanel();
  panel.live.records.apply([recordOf(1)]);
  panel.live.filter.setText('quiz');
  panel.stores.app.view.value = 'compose';
  showLiveEvent(panel.stores, 1);
  expect(panel.live.filter.isEmpty.value).toBe(true);
  expect(panel.live.selection.record.value?.row).toBe(1);
  expect(panel.stores.app.view.value).toBe('events');
});

it('showing an event of the live list closes a capture that was open behind another view', () => {
  const panel = openPanel();
  panel.live.records.apply([recordOf(7)]);
  const file = openFile(panel);
  panel.stores.app.view.value = 'compose';
  expect([panel.captures.current.value, panel.captures.inView.value]).toEqual([file, null]);
  showLiveEvent(panel.stores, 7);
  expect(panel.captures.current.value).toBeNull();
  expect(panel.live.selection.row.value).toBe(7);
  expect(file.list.selection.row.value).toBeNull();
});

it('Undo of a clearing restores the events although others were hidden since, which stay hidden', () => {
  const panel = openPanel();
  panel.live.records.apply([recordOf(1), recordOf(2)]);
  clearLiveList(panel.stores);
  panel.live.records.apply([recordOf(3)]);
  panel.live.get(listHiding).hideRows([3]);
  panel.stores.app.toasts.select(panel.stores.app.toasts.list.value[0]?.id ?? 0);
  expect(panel.live.records.all().map(({ row }) => row)).toEqual([1, 2, 3]);
  expect([...panel.live.filter.hidden.value.rows]).toEqual([3]);
});

it('Undo of a clearing changes nothing once a page load has started a new list', () => {
  const panel = openPanel();
  panel.live.records.apply([recordOf(1), recordOf(2)]);
  panel.live.get(listHiding).hideRows([1]);
  clearLiveList(panel.stores);
  panel.live.records.clear();
  panel.live.records.forget();
  panel.live.records.apply([recordOf(3)]);
  panel.stores.app.toasts.select(panel.stores.app.toasts.list.value[0]?.id ?? 0);
  expect(panel.live.records.all().map(({ row }) => row)).toEqual([3]);
  expect([...panel.live.filter.hidden.value.rows]).toEqual([1]);
});
