import { closeBrackets, closeBracketsKeymap, completionKeymap } from '@codemirror/autocomplete';
import { defaultKeymap, indentWithTab } from '@codemirror/commands';
import { json } from '@codemirror/lang-json';
import { bracketMatching, indentOnInput } from '@codemirror/language';
import { type Diagnostic, lintGutter, lintKeymap, setDiagnostics } from '@codemirror/lint';
import { EditorState, type Extension, Prec } from '@codemirror/state';
import { EditorView, highlightActiveLine, highlightActiveLineGutter, keymap, lineNumbers } from '@codemirror/view';
import type { JsonPath } from '#core/json/json';
import type { EventKind } from '#core/telemetry/kinds';
import { i18n } from '#i18n';
import type { Draft } from '../draft/composer';
import { diagnosticsOf } from './editor-diagnostics';
import { editorTheme } from './editor-theme';
import type { HelpFields } from './field-at';
import { jsonHints } from './json-hints';
import { positionsIn } from './json-position';

export interface CodeEditorOptions {
  readonly parent: HTMLElement;
  readonly fieldsOf: (kind: EventKind) => HelpFields;
  readonly onText: (text: string) => void;
  /** The history is the draft's, not the editor's: the form is a view of the same. */
  readonly onUndo: () => void;
  readonly onRedo: () => void;
  /** Ctrl+Enter, or Cmd+Enter. */
  readonly onFire: () => void;
}

export interface CodeEditor {
  /** Shows a draft as it is now. */
  show(draft: Draft): void;
  /** Selects the place of a path and goes there. */
  goTo(path: JsonPath): void;
  stop(): void;
}

/** A JSON editor for drafts: findings as wavy lines with messages, names and values of the definition, Esc then Tab to leave. */
export function createCodeEditor({ parent, fieldsOf, onText, onUndo, onRedo, onFire }: CodeEditorOptions): CodeEditor {
  const view = new EditorView({ parent });
  let shown: Draft | null = null;

  const whenTyped = EditorView.updateListener.of((update) => {
    if (update.docChanged) onText(update.state.doc.toString());
  });
  const keys = Prec.highest(
    keymap.of([
      { key: 'Mod-Enter', run: done(onFire) },
      { key: 'Mod-z', run: done(onUndo), shift: done(onRedo) },
      { key: 'Mod-y', run: done(onRedo) },
    ]),
  );
  const freshState = (draft: Draft) =>
    EditorState.create({
      doc: draft.text.value,
      extensions: [keys, ...behaviour, jsonHints(fieldsOf(draft.kind)), editorTheme, whenTyped, named(draft)],
    });

  return {
    show(draft) {
      const text = draft.text.value;
      if (shown?.kind !== draft.kind) {
        view.setState(freshState(draft));
        shown = draft;
      }
      const old = view.state.doc.toString();
      if (old !== text) view.dispatch({ changes: textDifference(old, text) });
      showDiagnostics(view, diagnosticsOf(text, draft.reading.value));
    },
    goTo(path) {
      const { from, to } = positionsIn(view.state.doc.toString())(path);
      view.dispatch({ selection: { anchor: from, head: to }, scrollIntoView: true });
      view.focus();
    },
    stop: () => view.destroy(),
  };
}

const behaviour: readonly Extension[] = [
  lineNumbers(),
  lintGutter(),
  json(),
  indentOnInput(),
  bracketMatching(),
  closeBrackets(),
  highlightActiveLine(),
  highlightActiveLineGutter(),
  EditorView.lineWrapping,
  keymap.of([...closeBracketsKeymap, ...completionKeymap, ...defaultKeymap, ...lintKeymap, indentWithTab]),
];

/** As a command of the editor, which says that it has dealt with the key. */
function done(action: () => void) {
  return () => {
    action();
    return true;
  };
}

function named(draft: Draft): Extension {
  return EditorView.contentAttributes.of({
    'aria-label': i18n.t('compose.asJson', { kind: draft.kind.toUpperCase() }),
    tabindex: '0',
  });
}

/** Only what differs is changed, so that the cursor and the scrolling stay where they are. */
export function textDifference(old: string, text: string) {
  let from = 0;
  while (from < old.length && from < text.length && old[from] === text[from]) from += 1;
  let same = 0;
  const most = Math.min(old.length, text.length) - from;
  while (same < most && old[old.length - 1 - same] === text[text.length - 1 - same]) same += 1;
  return { from, to: old.length - same, insert: text.slice(from, text.length - same) };
}

function showDiagnostics(view: EditorView, diagnostics: readonly Diagnostic[]) {
  view.dispatch(setDiagnostics(view.state, [...diagnostics]));
}
