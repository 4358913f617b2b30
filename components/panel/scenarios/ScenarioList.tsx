import type { TargetedKeyboardEvent } from 'preact';
import { formatCount, formatNumber } from '#components/i18n/count-text.ts';
import { Button, ToolButton } from '#components/kit/Button.tsx';
import { useFilePicker } from '#components/kit/forms/use-file-picker.tsx';
import { Icon } from '#components/kit/Icon.tsx';
import { readTextFile } from '#components/panel/app/read-text-file.ts';
import { useApp, useStore, useStores } from '#components/panel/app/stores.ts';
import { notFiringReason } from '#components/panel/app/tab-state.ts';
import type { Toasts } from '#components/panel/app/toasts.ts';
import { liveListStore } from '#components/panel/event-list/event-list.ts';
import type { EventList } from '#components/panel/event-list/list-section.ts';
import { listRecords } from '#components/panel/event-list/visible-rows.ts';
import type { JudgedRecord } from '#core/stream/judged-record';
import { i18n } from '#i18n';
import { createScenarioFromRecords } from './scenario-from-records';
import { scenarioRecorderStore } from './scenario-recorder';
import type { StoredScenario } from './scenario-storage';
import { createEmptyScenario, type ScenarioStore, scenarioStore } from './scenario-store';

/** All scenarios, each with the outcome of its last run, and buttons that create one. */
export function ScenarioList() {
  const { toasts } = useApp();
  const store = useStore(scenarioStore);
  const { field, open } = useFilePicker({
    label: i18n.t('scenarios.import'),
    accept: '.json,application/json',
    onPick([file]) {
      if (file) void importFile(file, store, toasts);
    },
  });
  const items = store.items.value;
  return (
    <nav class="scenario-list" aria-label={i18n.t('scenarios.list')}>
      <div class="bar plain">
        <ToolButton icon="plus" name={i18n.t('scenarios.create')} onClick={() => store.add(createEmptyScenario())} />
        <ToolButton icon="import" name={i18n.t('scenarios.import')} onClick={open} />
        <ToolButton icon="undo" name={i18n.t('scenarios.undo')} onClick={store.undo} />
        {field}
      </div>
      <RecordButton />
      <ScenarioFromRowsButton />
      <div role="listbox" aria-label={i18n.t('scenarios.list')} onKeyDown={(event) => moveSelection(event, store)}>
        {items.map((item) => (
          <ScenarioOption key={item.id} item={item} store={store} />
        ))}
      </div>
      {store.unreadable.value > 0 && (
        <p class="muted small-print">
          {i18n.t('scenarios.unreadable', store.unreadable.value, { n: store.unreadable.value })}
        </p>
      )}
    </nav>
  );
}

function ScenarioOption({ item, store }: { readonly item: StoredScenario; readonly store: ScenarioStore }) {
  const isSelected = store.open.value?.id === item.id;
  const lastRuns = item.batches[0]?.runs;
  const hasPassed = lastRuns?.every(({ status }) => status === 'passed');
  return (
    <div
      role="option"
      class="inset"
      aria-selected={isSelected}
      tabIndex={isSelected ? 0 : -1}
      onClick={() => store.select(item.id)}
      onKeyDown={(event) => event.key === 'Enter' && store.select(item.id)}
    >
      <span class="truncate grow">{item.scenario.name}</span>
      {lastRuns && (
        <span
          class={hasPassed ? 'success' : 'error'}
          title={hasPassed ? i18n.t('scenarios.lastPassed') : i18n.t('scenarios.lastFailed')}
        >
          <Icon name={hasPassed ? 'valid' : 'invalid'} size={13} />
        </span>
      )}
      <small class="muted tabular">{item.scenario.steps.length}</small>
    </div>
  );
}

function moveSelection(event: TargetedKeyboardEvent<HTMLElement>, store: ScenarioStore) {
  const items = store.items.value;
  const from = items.findIndex(({ id }) => id === store.open.value?.id);
  const targets: Readonly<Record<string, number>> = {
    ArrowDown: from + 1,
    ArrowUp: from - 1,
    Home: 0,
    End: items.length - 1,
  };
  const target = targets[event.key];
  if (target === undefined) return;
  event.preventDefault();
  const to = Math.max(0, Math.min(items.length - 1, target));
  const item = items[to];
  if (item) store.select(item.id);
  event.currentTarget.querySelectorAll<HTMLElement>('[role="option"]')[to]?.focus();
}

/** A scenario of 500 steps with large events is smaller. */
const MAX_FILE_BYTES = 5_000_000;

async function importFile(file: File, store: ScenarioStore, toasts: Toasts) {
  const { name } = file;
  const text = await readTextFile(toasts, file, MAX_FILE_BYTES, () => i18n.t('scenarios.tooLarge', { name }));
  if (text === null) return;
  const imported = store.importText(text);
  if (imported.ok) {
    const n = imported.value;
    toasts.show({ tone: 'success', text: () => i18n.t('scenarios.imported', n, { n, name }) });
  } else toasts.show({ tone: 'error', text: () => `${name}: ${imported.failure()}` });
}

/** Starts and stops a recording, and shows the number of recorded events. */
export function RecordButton({ big = false }: { readonly big?: boolean }) {
  const recorder = useStore(scenarioRecorderStore);
  const unavailable = notFiringReason(useApp().tab.value);
  const count = recorder.count.value;
  if (count === null) {
    return (
      <Button
        big={big}
        icon="record"
        appearance="primary"
        title={i18n.t('scenarios.recordHint')}
        unavailable={unavailable}
        onClick={recorder.start}
      >
        {i18n.t('scenarios.record')}
      </Button>
    );
  }
  return (
    <Button big={big} icon="stop" appearance="primary" onClick={recorder.stop}>
      {i18n.t('scenarios.stopRecording', { events: formatCount(count, 'event') })}
    </Button>
  );
}

/** Creates a scenario from the selected events, or from all visible events unless several are selected. */
export function ScenarioFromRowsButton({ big = false }: { readonly big?: boolean }) {
  const stores = useStores();
  const live = useStore(liveListStore);
  const selectedCount = live.selection.selected.value.length;
  const count = selectedCount > 1 ? selectedCount : live.visible.eventCount.value;
  const text =
    selectedCount > 1
      ? i18n.t('scenarios.fromSelected', count, { n: formatNumber(count) })
      : i18n.t('scenarios.fromShown', count, { n: formatNumber(count) });
  const record = () => createScenarioFromRecords(stores, selectedOrVisible(live));
  return (
    <Button big={big} icon="record" disabled={count === 0} title={i18n.t('scenarios.fromRowsHint')} onClick={record}>
      {text}
    </Button>
  );
}

function selectedOrVisible({ selection, visible }: EventList): readonly JudgedRecord[] {
  const selected = selection.selected.value;
  return selected.length > 1 ? selected : listRecords(visible.current.value);
}
