import { useSignal } from '@preact/signals';
import { useRef } from 'preact/hooks';
import type { PanelPart } from '../Panel';
import { DraftEditor } from './DraftEditor';
import { DraftFindings } from './DraftFindings';
import { DraftHead } from './DraftHead';
import { draftPath } from './draft-path';
import type { CodeEditor } from './editor/code-editor';
import type { EditorMemory } from './editor-memory';
import { FireBar } from './FireBar';
import { FireDialog } from './FireDialog';
import { FiringLine } from './FiringLine';
import { KindList } from './KindList';

/** Composes an event by hand, says what is found about it while one types, and fires it through the page's SDK. */
export function ComposeView({ model, commands, memory }: PanelPart & { readonly memory: EditorMemory }) {
  const { composer } = model;
  const editor = useRef<CodeEditor | null>(null);
  const asking = useSignal(false);
  const draft = composer.draft.value;

  const fire = () => {
    const reading = composer.draft.value.reading.value;
    if (!model.frames.target.value || model.firing.busy.value || reading.status === 'unreadable') return;
    if (composer.draft.value.errors.value > 0) asking.value = true;
    else commands.fireDraft();
  };
  const fireAnyway = () => {
    asking.value = false;
    commands.fireDraft();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.defaultPrevented) return;
    event.preventDefault();
    fire();
  };
  return (
    <main class="composer" onKeyDown={onKeyDown}>
      <DraftHead draft={draft} model={model} commands={commands} />
      <div class="workbench">
        <KindList composer={composer} />
        <DraftEditor composer={composer} memory={memory} onFire={fire} handle={editor} />
        <DraftFindings
          draft={draft}
          fields={model.rules.fieldsOf(draft.kind)}
          onShow={(path) => editor.current?.goTo(draftPath(path))}
          onRead={() => commands.openReference(draft.kind)}
        />
      </div>
      <FiringLine model={model} commands={commands} />
      <FireBar draft={draft} model={model} commands={commands} onFire={fire} />
      {asking.value && <FireDialog draft={draft} model={model} onFire={fireAnyway} onCancel={() => close(asking)} />}
    </main>
  );
}

function close(open: { value: boolean }) {
  open.value = false;
}
