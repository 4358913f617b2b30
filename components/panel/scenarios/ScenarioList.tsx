import type { TargetedKeyboardEvent } from 'preact';
import { useRef } from 'preact/hooks';
import { ToolButton } from '#components/kit/Button.tsx';
import { Icon } from '#components/kit/Icon.tsx';
import { useApp, useStore } from '#components/panel/app/stores.ts';
import type { Toasts } from '#components/panel/app/toasts.ts';
import { i18n } from '#i18n';
import { RecordButton } from './RecordButton';
import { RecordRows } from './RecordRows';
import type { StoredScenario } from './scenario-storage';
import { createEmptyScenario, type ScenarioStore, scenarioStore } from './scenario-store';

/** All scenarios, each with how its last run ended; and the ways to a new one. */
export function ScenarioList() {
  const { toasts } = useApp();
  const store = useStore(scenarioStore);
  const file = useRef<HTMLInputElement>(null);
  const items = store.items.value;
  return (
    <nav class="scenario-list" aria-label={i18n.t('scenarios.list')}>
      <div class="bar plain">
        <ToolButton icon="plus" name={i18n.t('scenarios.create')} onClick={() => store.add(createEmptyScenario())} />
        <ToolButton icon="import" name={i18n.t('scenarios.import')} onClick={() => file.current?.click()} />
        <ToolButton icon="undo" name={i18n.t('scenarios.undo')} onClick={store.undo} />
        <input
          ref={file}
          type="file"
          hidden
          accept=".json,application/json"
          aria-label={i18n.t('scenarios.import')}
          onChange={({ currentTarget }) => void importFile(currentTarget, store, toasts)}
        />
      </div>
      <RecordButton />
      <RecordRows />
      <div role="listbox" aria-label={i18n.t('scenarios.list')} onKeyDown={(event) => move(event, store)}>
        {items.map((item) => (
          <ScenarioOption key={item.id} item={item} store={store} />
        ))}
      </div>
      {store.unreadable.value > 0 && (
        <p class="muted fine">
          {i18n.t('scenarios.unreadable', store.unreadable.value, { n: store.unreadable.value })}
        </p>
      )}
    </nav>
  );
}

function ScenarioOption({ item, store }: { readonly item: StoredScenario; readonly store: ScenarioStore }) {
  const chosen = store.open.value?.id === item.id;
  const last = item.batches[0]?.runs;
  const passed = last?.every(({ status }) => status === 'passed');
  return (
    <div
      role="option"
      class="inset"
      aria-selected={chosen}
      tabIndex={chosen ? 0 : -1}
      onClick={() => store.choose(item.id)}
      onKeyDown={(event) => event.key === 'Enter' && store.choose(item.id)}
    >
      <span class="clip grow">{item.scenario.name}</span>
      {last && (
        <span
          class={passed ? 'calm' : 'bad'}
          title={passed ? i18n.t('scenarios.lastPassed') : i18n.t('scenarios.lastFailed')}
        >
          <Icon name={passed ? 'valid' : 'invalid'} size={13} />
        </span>
      )}
      <small class="muted num">{item.scenario.steps.length}</small>
    </div>
  );
}

function move(event: TargetedKeyboardEvent<HTMLElement>, store: ScenarioStore) {
  const items = store.items.value;
  const from = items.findIndex(({ id }) => id === store.open.value?.id);
  const steps: Readonly<Record<string, number>> = {
    ArrowDown: from + 1,
    ArrowUp: from - 1,
    Home: 0,
    End: items.length - 1,
  };
  const wanted = steps[event.key];
  if (wanted === undefined) return;
  event.preventDefault();
  const to = Math.max(0, Math.min(items.length - 1, wanted));
  const item = items[to];
  if (item) store.choose(item.id);
  event.currentTarget.querySelectorAll<HTMLElement>('[role="option"]')[to]?.focus();
}

/** Larger is no scenario: 500 steps with large events are below it. In bytes. */
const MAX_FILE_BYTES = 5_000_000;

async function importFile(input: HTMLInputElement, store: ScenarioStore, toasts: Toasts) {
  const file = input.files?.[0];
  input.value = '';
  if (!file) return;
  const name = file.name;
  if (file.size > MAX_FILE_BYTES) {
    toasts.show({ tone: 'bad', text: () => i18n.t('scenarios.tooLarge', { name }) });
    return;
  }
  const read = store.importText(await file.text());
  if (read.ok)
    toasts.show({ tone: 'ok', text: () => i18n.t('scenarios.imported', read.value, { n: read.value, name }) });
  else toasts.show({ tone: 'bad', text: () => `${name}: ${read.failure()}` });
}
