import { HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import { EditorView } from '@codemirror/view';
import { tags } from '@lezer/highlight';

/** The editor in the tokens of the look, so that it follows the theme by itself. */
const theme = EditorView.theme({
  '&': { height: '100%', color: 'var(--text)', backgroundColor: 'var(--surface)' },
  // The style sheet renders the focus ring: the gutter would cover one rendered here.
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

const colours = syntaxHighlighting(
  HighlightStyle.define([
    { tag: tags.propertyName, color: 'var(--json-key)' },
    { tag: tags.string, color: 'var(--json-string)' },
    { tag: tags.number, color: 'var(--json-number)' },
    { tag: [tags.bool, tags.null], color: 'var(--json-atom)' },
  ]),
);

export const editorTheme = [theme, colours];
