import { effect } from '@preact/signals';
import type { RefObject } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { formatNumber } from '#components/i18n/count-text.ts';
import { ToolButton } from '#components/kit/Button.tsx';
import { tryImport } from '#components/kit/lazy-import.ts';
import { useRovingTabs } from '#components/kit/use-roving.ts';
import { useApp, useStore } from '#components/panel/app/stores.ts';
import { panelRules } from '#core/drafts/panel-rules';
import { i18n } from '#i18n';
import { composeStore, type EditorTab } from '../compose-state';
import { type Composer, composerStore } from '../draft/composer';
import { ResponsePane } from '../firing/ResponsePane';
import { WirePreviewPane } from '../target/WirePreviewPane';
import type { CodeEditor } from './code-editor';

interface EditorPaneProps {
  readonly onFire: () => void;
  readonly editorRef: RefObject<CodeEditor | null>;
}

const tabs: readonly EditorTab[] = ['arguments', 'request-body', 'responses'];

/** The pane beside the form: draft as JSON, event on the wire, response of the collector. */
export function EditorPane({ onFire, editorRef }: EditorPaneProps) {
  const { commands } = useApp();
  const composer = useStore(composerStore);
  const compose = useStore(composeStore);
  const { tab, posting } = compose;
  const selectTab = (next: EditorTab) => {
    tab.value = next;
  };
  const resultCount = posting.results.value.length;
  const labels = {
    arguments: i18n.t('collector.arguments'),
    'request-body': i18n.t('collector.requestBody'),
    responses:
      resultCount > 1
        ? i18n.t('collector.responsesCount', { n: formatNumber(resultCount) })
        : i18n.t('collector.response'),
  };
  const onKeyDown = useRovingTabs(tabs, tab.value, selectTab);
  const body = tab.value === 'request-body' ? compose.wirePreview.value?.body : undefined;
  const copy = () => {
    const { kind, text } = composer.draft.value;
    if (body !== undefined) commands.copy(body, () => i18n.t('collector.copyTarget.body'));
    else commands.copy(text.value, () => i18n.t('compose.copyTarget', { kind: kind.toUpperCase() }));
  };
  return (
    <section class="editor" aria-label="JSON">
      <header>
        <div class="segments plain" role="tablist" aria-label="JSON" onKeyDown={onKeyDown}>
          {tabs.map((each) => (
            <button
              type="button"
              role="tab"
              key={each}
              aria-selected={each === tab.value}
              tabIndex={each === tab.value ? 0 : -1}
              onClick={() => selectTab(each)}
            >
              {labels[each]}
            </button>
          ))}
        </div>
        <span class="grow" />
        {(tab.value === 'arguments' || body !== undefined) && (
          <ToolButton
            icon="copy"
            name={i18n.t(tab.value === 'request-body' ? 'collector.copyBody' : 'compose.copyDraft')}
            small
            onClick={copy}
          />
        )}
      </header>
      {tab.value === 'arguments' && <DraftEditor composer={composer} onFire={onFire} editorRef={editorRef} />}
      {tab.value === 'request-body' && <WirePreviewPane compose={compose} />}
      {tab.value === 'responses' && <ResponsePane posting={posting} onCopy={commands.copy} />}
    </section>
  );
}

interface DraftEditorProps {
  readonly composer: Composer;
  readonly onFire: () => void;
  /** Receives the editor once it is rendered, for jumps to a position. */
  readonly editorRef: RefObject<CodeEditor | null>;
}

/**
 * The open draft as JSON.
 * Until the editor's code is loaded, the text is rendered without the editor, in the same style.
 */
function DraftEditor({ composer, onFire, editorRef }: DraftEditorProps) {
  const parent = useRef<HTMLDivElement>(null);
  const fire = useRef(onFire);
  fire.current = onFire;
  const [isReady, setIsReady] = useState(false);

  useEffect(() => {
    let isStopped = false;
    let stop = () => {};
    void tryImport(() => import('./code-editor')).then((code) => {
      if (isStopped || !parent.current || code === null) return;
      const editor = code.createCodeEditor({
        parent: parent.current,
        fieldsOf: (kind) => ({ fields: panelRules.fieldsOf(kind), options: panelRules.optionFields() }),
        onFire: () => fire.current(),
        onText: composer.setText,
        onUndo: composer.undo,
        onRedo: composer.redo,
      });
      const stopShowing = effect(() => editor.show(composer.draft.value));
      editorRef.current = editor;
      setIsReady(true);
      stop = () => {
        stopShowing();
        editor.stop();
        editorRef.current = null;
      };
    });
    return () => {
      isStopped = true;
      stop();
    };
  }, [composer, editorRef]);

  return (
    <div class="code" data-editor={isReady ? 'ready' : 'loading'}>
      <div class="code-mount" ref={parent} />
      {!isReady && <pre class="code-preview">{composer.draft.value.text.value}</pre>}
    </div>
  );
}
