import { useSignal } from '@preact/signals';
import { useRef } from 'preact/hooks';
import type { PanelPart } from '#components/panel/shell/panel-part.ts';
import { samplesFile } from '#core/drafts/samples-file';
import { DraftForm } from './draft/DraftForm';
import { DraftHead } from './draft/DraftHeader';
import { KindList } from './draft/KindList';
import type { CodeEditor } from './editor/code-editor';
import { EditorPane } from './editor/EditorPane';
import { FireBar } from './firing/FireBar';
import { FireDialog } from './firing/FireDialog';
import { FiringLine } from './firing/FireStatus';
import { PostingLine } from './firing/PostStatus';
import { canFire, errorsToFire } from './firing/ready-to-fire';
import { SideSwitch } from './SideSwitch';
import { SampleList } from './samples/SampleList';
import { useComposeKeys } from './use-compose-keys';
import './compose.css';
import '#components/form/form.css';

/** Composes an event by hand, as a form and as JSON, says what is found about it while one types, and fires it. */
export function ComposeView({ model, commands }: PanelPart) {
  const { composer, compose } = model;
  const editor = useRef<CodeEditor | null>(null);
  const asking = useSignal(false);
  const draft = composer.draft.value;

  const fire = () => {
    if (!canFire(model) || compose.times.read() === null) return;
    if (errorsToFire(model) > 0) asking.value = true;
    else commands.fireDraft();
  };
  const fireAnyway = () => {
    asking.value = false;
    commands.fireDraft();
  };
  const showJson = () => {
    compose.side.value = 'json';
    compose.tab.value = 'arguments';
    editor.current?.goTo([]);
  };
  const exportSamples = () => commands.download('telemetry-samples.json', samplesFile(compose.samples.list.peek()));
  const onKeyDown = useComposeKeys(composer, fire);
  const part = { model, commands };
  return (
    <main class="composer" onKeyDown={onKeyDown}>
      <DraftHead draft={draft} {...part} />
      <div class={`workbench ${compose.side.value}-side`}>
        <KindList composer={composer}>
          <SampleList model={model} onExport={exportSamples} />
        </KindList>
        <SideSwitch side={compose.side} />
        <DraftForm key={draft.kind} draft={draft} onShowJson={showJson} {...part} />
        <EditorPane onFire={fire} handle={editor} {...part} />
      </div>
      {compose.out.value.way === 'collector' ? <PostingLine {...part} /> : <FiringLine {...part} />}
      <FireBar draft={draft} onFire={fire} {...part} />
      {asking.value && <FireDialog draft={draft} model={model} onFire={fireAnyway} onCancel={() => close(asking)} />}
    </main>
  );
}

function close(open: { value: boolean }) {
  open.value = false;
}
