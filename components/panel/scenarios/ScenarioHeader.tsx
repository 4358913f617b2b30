import { ToolButton } from '#components/kit/Button.tsx';
import { useApp, useStore } from '#components/panel/app/stores.ts';
import { liveListStore } from '#components/panel/event-list/event-list.ts';
import { listFrames } from '#components/panel/event-list/frames.ts';
import { createRedactor } from '#core/redaction/redactor';
import { writePlaywrightTest } from '#core/scenarios/playwright-test';
import { MAX_SCENARIO_NAME_CHARS } from '#core/scenarios/scenario';
import { fileNameOf, scenarioText } from '#core/scenarios/scenario-file';
import { i18n } from '#i18n';
import type { StoredScenario } from './scenario-storage';
import { type ScenarioStore, scenarioStore } from './scenario-store';

/** The open scenario's name, and actions on the whole scenario. */
export function ScenarioHeader({ item }: { readonly item: StoredScenario }) {
  const { commands, toasts } = useApp();
  const frames = useStore(liveListStore).get(listFrames);
  const store = useStore(scenarioStore);
  const { scenario } = item;
  const remove = () => {
    const restore = store.remove();
    const { name } = scenario;
    const text = () => i18n.t('scenarios.removed', { name });
    toasts.show({ tone: 'info', text, action: { label: () => i18n.t('scenarios.undo'), onSelect: restore } });
  };
  const exportTest = () => {
    const pageUrl = frames.target.value?.url ?? frames.list.value[0]?.url ?? 'http://localhost/';
    // The URL of the page may contain a token.
    const url = createRedactor().text(pageUrl);
    commands.download(fileNameOf(scenario, '.spec.ts'), writePlaywrightTest(scenario, url));
  };
  return (
    <div class="bar plain scenario-head">
      <NameField name={scenario.name} store={store} />
      <span class="grow" />
      <ToolButton icon="copy" name={i18n.t('scenarios.duplicate')} onClick={store.duplicate} />
      <ToolButton
        icon="export"
        name={i18n.t('scenarios.export')}
        onClick={() => commands.download(fileNameOf(scenario, '.scenario.json'), scenarioText(scenario))}
      />
      <button type="button" class="tool label" title={i18n.t('scenarios.playwrightHint')} onClick={exportTest}>
        {i18n.t('scenarios.playwright')}
      </button>
      <ToolButton icon="trash" name={i18n.t('scenarios.remove')} onClick={remove} />
    </div>
  );
}

/** Renames on blur or Enter. Renaming with each key press would create too many undo steps. */
function NameField({ name, store }: { readonly name: string; readonly store: ScenarioStore }) {
  const rename = (input: HTMLInputElement) => {
    const next = input.value.trim();
    if (next === '') input.value = name;
    else if (next !== name) store.change((scenario) => ({ ...scenario, name: next }));
  };
  return (
    <div class="field-box scenario-name">
      <input
        aria-label={i18n.t('scenarios.name')}
        value={name}
        maxLength={MAX_SCENARIO_NAME_CHARS}
        spellcheck={false}
        onBlur={({ currentTarget }) => rename(currentTarget)}
        onKeyDown={(event) => event.key === 'Enter' && rename(event.currentTarget)}
      />
    </div>
  );
}
