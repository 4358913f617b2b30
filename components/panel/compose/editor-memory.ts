import type { EditorState } from '@codemirror/state';
import type { EventKind } from '../../../lib/telemetry/kinds';

/** The editor's state per kind, with its history and cursor: kept while one is elsewhere, so that undo still works. */
export type EditorMemory = Map<EventKind, EditorState>;

export function createEditorMemory(): EditorMemory {
  return new Map();
}
