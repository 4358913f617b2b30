import type { ComponentChildren } from 'preact';
import { useMemo, useRef } from 'preact/hooks';
import { type Commands, createCommands } from '../../lib/panel/commands';
import type { PanelActions } from '../../lib/panel/panel-actions';
import type { PanelModel } from '../../lib/panel/panel-model';
import { ComposeView } from './compose/ComposeView';
import { createEditorMemory, type EditorMemory } from './compose/editor-memory';
import { EventsView } from './EventsView';
import { StatusBar } from './StatusBar';
import { ToastList } from './ToastList';
import { Toolbar } from './toolbar/Toolbar';
import { usePanelKeys } from './use-panel-keys';
import '../ui/look.css';
import './panel.css';

/** What every part of the panel is given. */
export interface PanelPart {
  readonly model: PanelModel;
  readonly commands: Commands;
}

interface PanelProps {
  readonly model: PanelModel;
  readonly actions: PanelActions;
  /** The view of calls to the registry, which has a model of its own. */
  readonly registry: ComponentChildren;
}

/** The whole DevTools panel. The entrypoint feeds the model and does the actions. */
export function Panel({ model, actions, registry }: PanelProps) {
  const commands = useMemo(() => createCommands(model, actions), [model, actions]);
  const memory = useMemo(createEditorMemory, [model]);
  const root = useRef<HTMLDivElement>(null);
  const help = usePanelKeys(root, model, commands);
  return (
    <div class="panel" id="telemetry-panel" ref={root}>
      <Toolbar model={model} commands={commands} help={help} />
      {model.view.value === 'registry' ? registry : <CurrentView model={model} commands={commands} memory={memory} />}
      <StatusBar model={model} />
      <ToastList toasts={model.toasts} />
    </div>
  );
}

function CurrentView({ model, commands, memory }: PanelPart & { readonly memory: EditorMemory }) {
  if (model.view.value === 'compose') return <ComposeView model={model} commands={commands} memory={memory} />;
  return <EventsView model={model} commands={commands} />;
}
