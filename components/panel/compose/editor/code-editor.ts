import { closeBrackets, closeBracketsKeymap } from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands';
import { json } from '@codemirror/lang-json';
import { bracketMatching, indentOnInput } from '@codemirror/language';
import { type Diagnostic, lintGutter, lintKeymap, setDiagnostics } from '@codemirror/lint';
import { EditorState, type Extension, Prec } from '@codemirror/state';
import { EditorView, highlightActiveLine, highlightActiveLineGutter, keymap, lineNumbers } from '@codemirror/view';
import type { JsonPath } from '../../../../lib/json';
import type { Draft } from '../../../../lib/panel/composer';
import type { EditorMemory } from '../editor-memory';
import { diagnosticsOf } from './diagnostics';
import { editorLook } from './editor-look';
import { placesIn } from './json-place';

export interface CodeEditorOptions {
  readonly parent: HTMLElement;
  readonly memory: EditorMemory;
  readonly onText: (text: string) => void;
  /** Ctrl+Enter, or Cmd+Enter. */
  readonly onFire: () => void;
}

export interface CodeEditor {
  /** Shows a draft as it is now; what one had done to this kind before can still be undone. */
  show(draft: Draft): void;
  /** Selects the place of a path and goes there. */
  goTo(path: JsonPath): void;
  stop(): void;
}

/** A JSON editor for drafts: findings as wavy lines with messages, undo per kind, Esc then Tab to leave. */
export function createCodeEditor({ parent, memory, onText, onFire }: CodeEditorOptions): CodeEditor {
  const view = new EditorView({ parent });
  let shown: Draft | null = null;

  const remember = () => {
    if (shown) memory.set(shown.kind, view.state);
  };
  const whenTyped = EditorView.updateListener.of((update) => {
    if (update.docChanged) onText(update.state.doc.toString());
  });
  const fire = Prec.highest(keymap.of([{ key: 'Mod-Enter', run: done(onFire) }]));
  const freshState = (draft: Draft) =>
    EditorState.create({
      doc: draft.text.value,
      extensions: [fire, ...behaviour, editorLook, whenTyped, named(draft)],
    });

  return {
    show(draft) {
      const text = draft.text.value;
      if (shown?.kind !== draft.kind) {
        remember();
        view.setState(memory.get(draft.kind) ?? freshState(draft));
        shown = draft;
      }
      if (view.state.doc.toString() !== text) view.dispatch(replacing(view.state, text));
      showDiagnostics(view, diagnosticsOf(text, draft.reading.value));
    },
    goTo(path) {
      const { from, to } = placesIn(view.state.doc.toString())(path);
      view.dispatch({ selection: { anchor: from, head: to }, scrollIntoView: true });
      view.focus();
    },
    stop() {
      remember();
      view.destroy();
    },
  };
}

const behaviour: readonly Extension[] = [
  lineNumbers(),
  lintGutter(),
  history(),
  json(),
  indentOnInput(),
  bracketMatching(),
  closeBrackets(),
  highlightActiveLine(),
  highlightActiveLineGutter(),
  EditorView.lineWrapping,
  keymap.of([...closeBracketsKeymap, ...defaultKeymap, ...historyKeymap, ...lintKeymap, indentWithTab]),
];

/** As a command of the editor, which says that it has dealt with the key. */
function done(deed: () => void) {
  return () => {
    deed();
    return true;
  };
}

function named(draft: Draft): Extension {
  return EditorView.contentAttributes.of({ 'aria-label': `${draft.kind.toUpperCase()} as JSON`, tabindex: '0' });
}

function replacing(state: EditorState, text: string) {
  return { changes: { from: 0, to: state.doc.length, insert: text } };
}

function showDiagnostics(view: EditorView, diagnostics: readonly Diagnostic[]) {
  view.dispatch(setDiagnostics(view.state, [...diagnostics]));
}
