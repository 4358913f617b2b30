import { type Signal, useSignal } from '@preact/signals';
import { useRef } from 'preact/hooks';
import { RadioSegments } from '#components/form/RadioSegments.tsx';
import { useApp, useStore, useStores } from '#components/panel/app/stores.ts';
import { findKeyAction } from '#components/panel/app/view-keys.ts';
import { formatSamplesFile } from '#core/drafts/samples-file';
import { i18n } from '#i18n';
import { composeKeys } from './compose-keys';
import { composeStore } from './compose-state';
import { composerStore } from './draft/composer';
import { DraftForm } from './draft/DraftForm';
import { DraftHeader } from './draft/DraftHeader';
import { KindList } from './draft/KindList';
import type { CodeEditor } from './editor/code-editor';
import { EditorPane } from './editor/EditorPane';
import { FireBar } from './firing/FireBar';
import { FireDialog } from './firing/FireDialog';
import { FireStatus } from './firing/FireStatus';
import { countErrorsToConfirm, findFireBlocker, fireDraft } from './firing/fire-draft';
import { PostStatus } from './firing/PostStatus';
import { SampleList } from './samples/SampleList';
import './compose.css';
import '#components/form/form.css';

/** Composes an event as a form and as JSON, shows findings while the user types, and fires it. */
export function ComposeView() {
  const stores = useStores();
  const { commands } = useApp();
  const composer = useStore(composerStore);
  const compose = useStore(composeStore);
  const editor = useRef<CodeEditor | null>(null);
  const isConfirming = useSignal(false);
  const draft = composer.draft.value;

  const fire = () => {
    if (findFireBlocker(stores) !== null || compose.times.read() === null) return;
    if (countErrorsToConfirm(stores) > 0) isConfirming.value = true;
    else fireDraft(stores);
  };
  const closeDialog = () => {
    isConfirming.value = false;
  };
  const fireAnyway = () => {
    closeDialog();
    fireDraft(stores);
  };
  const showJson = () => {
    compose.side.value = 'json';
    compose.tab.value = 'arguments';
    editor.current?.goTo([]);
  };
  const exportSamples = () =>
    commands.download('telemetry-samples.json', formatSamplesFile(compose.samples.list.peek()));
  const onKeyDown = (event: KeyboardEvent) => {
    const action = event.defaultPrevented ? null : findKeyAction(composeKeys, event, { composer, fire });
    if (!action) return;
    // The undo of a text field does not cover edits of the JSON.
    event.preventDefault();
    action();
  };
  return (
    <main class="composer" onKeyDown={onKeyDown}>
      <DraftHeader draft={draft} />
      <div class={`workbench ${compose.side.value}-side`}>
        <KindList composer={composer}>
          <SampleList onExport={exportSamples} />
        </KindList>
        <SideSwitch side={compose.side} />
        <DraftForm key={draft.kind} draft={draft} onShowJson={showJson} />
        <EditorPane onFire={fire} editorRef={editor} />
      </div>
      {compose.delivery.value.transport === 'collector' ? <PostStatus /> : <FireStatus />}
      <FireBar draft={draft} onFire={fire} />
      {isConfirming.value && <FireDialog draft={draft} onFire={fireAnyway} onCancel={closeDialog} />}
    </main>
  );
}

const labels = () => ({ form: i18n.t('compose.sideForm'), json: 'JSON' }) as const;

/** Switches between form and JSON if they do not fit side by side. */
function SideSwitch({ side }: { readonly side: Signal<'form' | 'json'> }) {
  return (
    <div class="side-switch">
      <RadioSegments
        name={i18n.t('compose.sides')}
        values={['form', 'json']}
        value={side.value}
        labelOf={(view) => (view === 'json' ? labels().json : labels().form)}
        onSelect={(view) => {
          side.value = view === 'json' ? 'json' : 'form';
        }}
      />
    </div>
  );
}
