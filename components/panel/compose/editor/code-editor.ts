import { closeBrackets, closeBracketsKeymap, completionKeymap } from '@codemirror/autocomplete';
import { defaultKeymap, indentWithTab } from '@codemirror/commands';
import { json, jsonLanguage } from '@codemirror/lang-json';
import {
  bracketMatching,
  ensureSyntaxTree,
  HighlightStyle,
  indentOnInput,
  syntaxHighlighting,
} from '@codemirror/language';
import { type Diagnostic, lintGutter, lintKeymap, setDiagnostics } from '@codemirror/lint';
import { EditorState, type Extension, Prec } from '@codemirror/state';
import { EditorView, highlightActiveLine, highlightActiveLineGutter, keymap, lineNumbers } from '@codemirror/view';
import type { Tree } from '@lezer/common';
import { tags } from '@lezer/highlight';
import { findingLocation } from '#components/i18n/finding-summary.ts';
import { foldedFindingText, ruleSetTitle } from '#components/i18n/finding-text.ts';
import { messageText } from '#components/i18n/message-text.ts';
import type { DraftProblem } from '#core/drafts/draft-rules';
import { draftPath } from '#core/drafts/finding-path';
import type { JsonPath } from '#core/json/json';
import type { EventKind } from '#core/telemetry/kinds';
import { i18n } from '#i18n';
import type { Draft, ParsedDraft } from '../draft/composer';
import { jsonHints, type KindFields } from './json-hints';
import { createRangeFinder } from './json-position';

export interface CodeEditorOptions {
  readonly parent: HTMLElement;
  readonly fieldsOf: (kind: EventKind) => KindFields;
  readonly onText: (text: string) => void;
  /** The undo history belongs to the draft, because the form is another view of the same draft. */
  readonly onUndo: () => void;
  readonly onRedo: () => void;
  /** Called on Ctrl+Enter, or Cmd+Enter. */
  readonly onFire: () => void;
}

export interface CodeEditor {
  /** Shows the current state of a draft. */
  show(draft: Draft): void;
  /** Selects the range of a path and scrolls it into view. */
  goTo(path: JsonPath): void;
  stop(): void;
}

/**
 * A JSON editor for drafts.
 * The editor underlines findings, and completes names and values of the definition. Esc, then Tab leaves the editor.
 */
export function createCodeEditor({ parent, fieldsOf, onText, onUndo, onRedo, onFire }: CodeEditorOptions): CodeEditor {
  const view = new EditorView({ parent });
  let current: Draft | null = null;

  const inputListener = EditorView.updateListener.of((update) => {
    if (update.docChanged) onText(update.state.doc.toString());
  });
  const keys = Prec.highest(
    keymap.of([
      { key: 'Mod-Enter', run: toCommand(onFire) },
      { key: 'Mod-z', run: toCommand(onUndo), shift: toCommand(onRedo) },
      { key: 'Mod-y', run: toCommand(onRedo) },
    ]),
  );
  const createState = (draft: Draft) =>
    EditorState.create({
      doc: draft.text.value,
      extensions: [
        keys,
        ...behavior,
        jsonHints(fieldsOf(draft.kind)),
        editorTheme,
        inputListener,
        accessibleName(draft),
      ],
    });

  return {
    show(draft) {
      const text = draft.text.value;
      if (current?.kind !== draft.kind) {
        view.setState(createState(draft));
        current = draft;
      }
      const oldText = view.state.doc.toString();
      if (oldText !== text) view.dispatch({ changes: findTextChange(oldText, text) });
      showDiagnostics(view, createDiagnostics(parseTree(view.state), text, draft.parsed.value));
    },
    goTo(path) {
      const { from, to } = createRangeFinder(parseTree(view.state), view.state.doc.toString())(path);
      view.dispatch({ selection: { anchor: from, head: to }, scrollIntoView: true });
      view.focus();
    },
    stop: () => view.destroy(),
  };
}

const MAX_PARSE_MS = 100;

/**
 * Returns the syntax tree of the whole text.
 * The editor parses a long text in parts. If the rest takes longer than the limit, the text is parsed again as a whole.
 */
function parseTree(state: EditorState): Tree {
  return ensureSyntaxTree(state, state.doc.length, MAX_PARSE_MS) ?? jsonLanguage.parser.parse(state.doc.toString());
}

const behavior: readonly Extension[] = [
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

/** Returns an editor command that marks the key as handled. */
function toCommand(action: () => void) {
  return () => {
    action();
    return true;
  };
}

function accessibleName(draft: Draft): Extension {
  return EditorView.contentAttributes.of({
    'aria-label': i18n.t('compose.asJson', { kind: draft.kind.toUpperCase() }),
    tabindex: '0',
  });
}

/** Returns the smallest change between two texts, so that the cursor and the scroll position stay. */
export function findTextChange(oldText: string, text: string) {
  let from = 0;
  while (from < oldText.length && from < text.length && oldText[from] === text[from]) from += 1;
  let tail = 0;
  const maxTail = Math.min(oldText.length, text.length) - from;
  while (tail < maxTail && oldText[oldText.length - 1 - tail] === text[text.length - 1 - tail]) tail += 1;
  return { from, to: oldText.length - tail, insert: text.slice(from, text.length - tail) };
}

function showDiagnostics(view: EditorView, diagnostics: readonly Diagnostic[]) {
  view.dispatch(setDiagnostics(view.state, [...diagnostics]));
}

/**
 * Returns the diagnostics of a draft at their positions in the text.
 * A finding about an extra argument is at `options`.
 */
export function createDiagnostics(tree: Tree, text: string, parsed: ParsedDraft): readonly Diagnostic[] {
  if (parsed.status === 'invalid') return [problemAt(text, parsed.problem)];
  const findRange = createRangeFinder(tree, text);
  return parsed.findings.map((finding) => ({
    ...findRange(draftPath(finding.path)),
    severity: finding.severity,
    source: `${findingLocation(finding)} · ${ruleSetTitle(finding.ruleSet)}`,
    message: foldedFindingText(finding),
  }));
}

function problemAt(text: string, problem: DraftProblem): Diagnostic {
  const from = Math.min(problem.offset ?? 0, Math.max(0, text.length - 1));
  const to = problem.offset === undefined ? text.length : Math.min(text.length, from + 1);
  return { from, to, severity: 'error', source: 'JSON', message: messageText(problem.message) };
}

/** An editor theme that uses the panel's CSS variables, so that it follows the panel's theme. */
const theme = EditorView.theme({
  '&': { height: '100%', color: 'var(--text)', backgroundColor: 'var(--surface)' },
  // The style sheet renders the focus ring, because the gutter would cover a ring of the editor.
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': {
    font: '11px/19px var(--mono)',
    scrollbarWidth: 'thin',
    scrollbarColor: 'var(--line-strong) transparent',
  },
  '.cm-content': { padding: '6px 0', caretColor: 'var(--text)' },
  '.cm-cursor': { borderLeftColor: 'var(--text)' },
  '.cm-gutters': { color: 'var(--text-muted)', backgroundColor: 'var(--surface)', border: '0', fontSize: '10px' },
  '.cm-lineNumbers .cm-gutterElement': { minWidth: '28px', padding: '0 4px 0 0' },
  '.cm-activeLine, .cm-activeLineGutter': { backgroundColor: 'transparent' },
  '&.cm-focused .cm-activeLine, &.cm-focused .cm-activeLineGutter': { backgroundColor: 'var(--surface-hover)' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': {
    backgroundColor: 'var(--surface-selected)',
  },
  '&.cm-focused .cm-matchingBracket': { backgroundColor: 'var(--accent-tint)', color: 'var(--accent)' },
  '&.cm-focused .cm-nonmatchingBracket': { backgroundColor: 'var(--bad-tint)', color: 'var(--bad)' },
  '.cm-lintRange': {
    backgroundImage: 'none',
    textDecoration: 'underline wavy 1px',
    textUnderlineOffset: '3px',
    textDecorationSkipInk: 'none',
  },
  '.cm-lintRange-error': { textDecorationColor: 'var(--bad)' },
  '.cm-lintRange-warning': { textDecorationColor: 'var(--warn)' },
  '.cm-lintRange-info': { textDecorationColor: 'var(--text-muted)' },
  '.cm-lintRange-active': { backgroundColor: 'transparent' },
  '.cm-lintPoint::after': { display: 'none' },
  '.cm-gutter-lint': { width: '16px' },
  '.cm-gutter-lint .cm-gutterElement': { padding: '3px 1px' },
  '.cm-lint-marker': { width: '13px', height: '13px', content: 'none' },
  '.cm-tooltip': {
    maxWidth: '340px',
    border: '1px solid var(--line)',
    borderRadius: '6px',
    backgroundColor: 'var(--surface-overlay)',
    boxShadow: 'var(--shadow)',
    font: '12px/16px var(--sans)',
  },
  '.cm-field-note': { display: 'grid', gap: '3px', padding: '7px 10px' },
  '.cm-field-note > p': { margin: '0', fontSize: '11px', color: 'var(--text-muted)' },
  '.cm-field-note > code': { font: '11px/15px var(--mono)', whiteSpace: 'pre-wrap' },
  '.cm-tooltip.cm-tooltip-autocomplete > ul': { font: '11px/18px var(--mono)', maxHeight: '220px' },
  '.cm-tooltip-autocomplete > ul > li[aria-selected]': {
    backgroundColor: 'var(--surface-selected)',
    color: 'var(--text)',
  },
  '.cm-completionDetail': { marginLeft: '8px', fontStyle: 'normal', color: 'var(--text-muted)' },
  '.cm-completionInfo': { padding: '7px 10px', fontSize: '11px', color: 'var(--text-muted)' },
  '.cm-diagnostic': { padding: '7px 10px', borderLeft: '0', whiteSpace: 'pre-wrap' },
  '.cm-diagnostic + .cm-diagnostic': { borderTop: '1px solid var(--line)' },
  '.cm-diagnosticSource': { padding: '2px 0 0', fontSize: '11px', color: 'var(--text-muted)', opacity: '1' },
});

const colors = syntaxHighlighting(
  HighlightStyle.define([
    { tag: tags.propertyName, color: 'var(--json-key)' },
    { tag: tags.string, color: 'var(--json-string)' },
    { tag: tags.number, color: 'var(--json-number)' },
    { tag: [tags.bool, tags.null], color: 'var(--json-atom)' },
  ]),
);

const editorTheme = [theme, colors];
