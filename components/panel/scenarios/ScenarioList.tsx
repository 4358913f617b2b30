import type { TargetedKeyboardEvent } from 'preact';
import { useRef } from 'preact/hooks';
import { Tool } from '#components/kit/Button.tsx';
import { Icon } from '#components/kit/Icon.tsx';
import { useApp, useStore } from '#components/panel/app/stores.ts';
import type { Toasts } from '#components/panel/app/toasts.ts';
import { i18n } from '#i18n';
import { RecordRows } from './RecordRows';
import type { KeptScenario } from './scenario-storage';
import { emptyScenario, type ScenarioBench, scenarioStore } from './scenario-store';

/** All scenarios, each with how its last run ended; and the ways to a new one. */
export function ScenarioList() {
  const { toasts } = useApp();
  const bench = useStore(scenarioStore);
  const file = useRef<HTMLInputElement>(null);
  const items = bench.items.value;
  return (
    <nav class="scenario-list" aria-label={i18n.t('scenarios.list')}>
      <div class="bar plain">
        <Tool icon="plus" name={i18n.t('scenarios.create')} onClick={() => bench.add(emptyScenario())} />
        <Tool icon="import" name={i18n.t('scenarios.import')} onClick={() => file.current?.click()} />
        <Tool icon="undo" name={i18n.t('scenarios.undo')} onClick={bench.undo} />
        <input
          ref={file}
          type="file"
          hidden
          accept=".json,application/json"
          aria-label={i18n.t('scenarios.import')}
          onChange={({ currentTarget }) => void importFile(currentTarget, bench, toasts)}
        />
      </div>
      <RecordRows />
      <div role="listbox" aria-label={i18n.t('scenarios.list')} onKeyDown={(event) => move(event, bench)}>
        {items.map((item) => (
          <ScenarioOption key={item.id} item={item} bench={bench} />
        ))}
      </div>
      {bench.unreadable.value > 0 && (
        <p class="muted fine">
          {i18n.t('scenarios.unreadable', bench.unreadable.value, { n: bench.unreadable.value })}
        </p>
      )}
    </nav>
  );
}

function ScenarioOption({ item, bench }: { readonly item: KeptScenario; readonly bench: ScenarioBench }) {
  const chosen = bench.open.value?.id === item.id;
  const last = item.batches[0]?.runs;
  const passed = last?.every(({ status }) => status === 'passed');
  return (
    <div
      role="option"
      class="inset"
      aria-selected={chosen}
      tabIndex={chosen ? 0 : -1}
      onClick={() => bench.choose(item.id)}
      onKeyDown={(event) => event.key === 'Enter' && bench.choose(item.id)}
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

function move(event: TargetedKeyboardEvent<HTMLElement>, bench: ScenarioBench) {
  const items = bench.items.value;
  const from = items.findIndex(({ id }) => id === bench.open.value?.id);
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
  if (item) bench.choose(item.id);
  event.currentTarget.querySelectorAll<HTMLElement>('[role="option"]')[to]?.focus();
}

/** Larger is no scenario: 500 steps with large events are below it. In bytes. */
const MAX_FILE_BYTES = 5_000_000;

async function importFile(input: HTMLInputElement, bench: ScenarioBench, toasts: Toasts) {
  const file = input.files?.[0];
  input.value = '';
  if (!file) return;
  const name = file.name;
  if (file.size > MAX_FILE_BYTES) {
    toasts.show({ tone: 'bad', text: i18n.t('scenarios.tooLarge', { name }) });
    return;
  }
  const read = bench.importText(await file.text());
  if (read.ok) toasts.show({ tone: 'ok', text: i18n.t('scenarios.imported', read.value, { n: read.value, name }) });
  else toasts.show({ tone: 'bad', text: `${name}: ${read.failure}` });
}
