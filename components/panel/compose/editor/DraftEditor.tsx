import { effect } from '@preact/signals';
import type { RefObject } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { tryImport } from '#components/kit/lazy-import.ts';
import { panelRules } from '#core/drafts/panel-rules';
import type { Composer } from '../draft/composer';
import type { CodeEditor } from './code-editor';

interface DraftEditorProps {
  readonly composer: Composer;
  readonly onFire: () => void;
  /** Where the editor is put once it is there, for those who want to go to a place in it. */
  readonly handle: RefObject<CodeEditor | null>;
}

/**
 * The open draft as JSON.
 * The editor is loaded when it is first needed; until then its text is shown as it will be.
 */
export function DraftEditor({ composer, onFire, handle }: DraftEditorProps) {
  const parent = useRef<HTMLDivElement>(null);
  const fire = useRef(onFire);
  fire.current = onFire;
  const [ready, setReady] = useState(false);

  useEffect(() => {
    let stopped = false;
    let stop = () => {};
    void tryImport(() => import('./code-editor')).then((code) => {
      if (stopped || !parent.current || code === null) return;
      const actions = { onText: composer.setText, onUndo: composer.undo, onRedo: composer.redo };
      const editor = code.createCodeEditor({
        parent: parent.current,
        fieldsOf: (kind) => ({ fields: panelRules.fieldsOf(kind), options: panelRules.optionFields() }),
        onFire: () => fire.current(),
        ...actions,
      });
      const stopShowing = effect(() => editor.show(composer.draft.value));
      handle.current = editor;
      setReady(true);
      stop = () => {
        stopShowing();
        editor.stop();
        handle.current = null;
      };
    });
    return () => {
      stopped = true;
      stop();
    };
  }, [composer, handle]);

  return (
    <div class="code" data-editor={ready ? 'ready' : 'loading'}>
      <div class="code-mount" ref={parent} />
      {!ready && <pre class="code-preview">{composer.draft.value.text.value}</pre>}
    </div>
  );
}
