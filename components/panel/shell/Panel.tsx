import type { ComponentChildren } from 'preact';
import { useEffect, useMemo, useRef } from 'preact/hooks';
import { lazy } from '#components/kit/lazy.tsx';
import { failedLoads } from '#components/kit/lazy-import.ts';
import type { PanelActions } from '#components/panel/app/panel-actions.ts';
import type { Commands } from '#components/panel/app/panel-commands.ts';
import { ToastList } from '#components/panel/app/ToastList.tsx';
import { DropTarget } from '#components/panel/import-export/DropTarget.tsx';
import { scenarioMenuPart } from '#components/panel/scenarios/scenario-menu-items.ts';
import { i18n } from '#i18n';
import { createCommands } from './create-commands';
import { EventsView } from './EventsView';
import { isLazy, LazyView } from './LazyView';
import { modelOf, type PanelModel } from './panel-model';
import type { PanelPart } from './panel-part';
import { StatusBar } from './StatusBar';
import { Toolbar } from './toolbar/Toolbar';
import { usePanelKeys } from './use-panel-keys';
import '#components/kit/theme/theme.css';
import './panel.css';

interface PanelProps {
  readonly model: PanelModel;
  readonly actions: PanelActions;
  /** The view of calls to the registry, which has a model of its own. */
  readonly renderRegistry: (commands: Commands) => ComponentChildren;
}

const SiteDialog = lazy(async () => (await import('#components/panel/compose/target/SiteDialog.tsx')).SiteDialog);
const SessionTabs = lazy(async () => (await import('#components/panel/captures/CaptureTabs.tsx')).SessionTabs);

/** The whole DevTools panel. The entrypoint feeds the model and does the actions. */
export function Panel({ model: live, actions, renderRegistry }: PanelProps) {
  const inEvents = live.view.value === 'events';
  // What is composed goes to the live page, whatever session was looked at before.
  const shown = inEvents ? live.sessions.shown.value : null;
  const model = useMemo(() => modelOf(live, shown), [live, shown]);
  useEffect(() => live.rowMenu.add(scenarioMenuPart(live)), [live]);
  useEffect(() => failedLoads.subscribe((times) => times > 0 && tellOfFailedLoad(live)), [live]);
  const commands = useMemo(() => createCommands(model, actions), [model, actions]);
  const root = useRef<HTMLDivElement>(null);
  const help = usePanelKeys(root, model, commands);
  const { question } = model.compose;
  const closeQuestion = () => {
    question.value = null;
  };
  return (
    <div class="panel" id="telemetry-panel" ref={root}>
      <Toolbar model={model} commands={commands} help={help} />
      {inEvents && hasOtherSessions(model) && (
        <SessionTabs sessions={model.sessions} live={live.records.counts} reading={model.importing.reading} />
      )}
      {model.view.value === 'registry' ? (
        renderRegistry(commands)
      ) : (
        <CurrentView key={shown?.id ?? 'live'} model={model} commands={commands} />
      )}
      <StatusBar model={model} />
      {question.value && <SiteDialog question={question.value} onClose={closeQuestion} />}
      <ToastList toasts={model.toasts} />
      <DropTarget panel={root} importing={model.importing} />
    </div>
  );
}

function tellOfFailedLoad({ toasts }: PanelModel): void {
  toasts.show({ tone: 'bad', text: i18n.t('panel.partNotLoaded') });
}

/** Read from files, or being read; or kept ones. */
function hasOtherSessions({ sessions, importing }: PanelModel): boolean {
  return sessions.files.value.length > 0 || importing.reading.value.length > 0;
}

function CurrentView({ model, commands }: PanelPart) {
  const view = model.view.value;
  if (isLazy(view)) return <LazyView key={view} name={view} model={model} commands={commands} />;
  return <EventsView model={model} commands={commands} />;
}
