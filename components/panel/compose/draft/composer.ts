import { batch, computed, type ReadonlySignal, type Signal, signal } from '@preact/signals';
import { defineStore } from '#components/panel/app/stores.ts';
import { createUndoStack, type UndoStack } from '#components/panel/app/undo-stack.ts';
import {
  applyPending,
  applyText,
  createDraftContent,
  type DraftContent,
  isSameContent,
  pathOfKey,
} from '#core/drafts/draft-content';
import type { DraftOrigin } from '#core/drafts/draft-of-record';
import type { DraftProblem, DraftRules } from '#core/drafts/draft-rules';
import { panelRules } from '#core/drafts/panel-rules';
import { formatPath, type Json } from '#core/json/json';
import type { Finding } from '#core/telemetry/findings';
import { type EventKind, eventKinds } from '#core/telemetry/kinds';
import { i18n } from '#i18n';
import { draftCheckStore } from './draft-check';

/** A parsed draft: its arguments with findings, or why it cannot be parsed. */
export type ParsedDraft =
  | { readonly status: 'parsed'; readonly args: readonly Json[]; readonly findings: readonly Finding[] }
  | { readonly status: 'invalid'; readonly problem: DraftProblem };

export interface Draft {
  readonly kind: EventKind;
  readonly content: ReadonlySignal<DraftContent>;
  readonly text: ReadonlySignal<string>;
  readonly parsed: ReadonlySignal<ParsedDraft>;
  /** Returns the last valid text, which can replace an invalid text. */
  readonly lastValidText: () => string;
  readonly origin: ReadonlySignal<DraftOrigin | null>;
  /** Whether the draft differs from the sample, or from the text of {@link Composer.setInitialText}. */
  readonly isEdited: ReadonlySignal<boolean>;
  /** An invalid text counts as one error. */
  readonly errorCount: ReadonlySignal<number>;
  readonly canUndo: ReadonlySignal<boolean>;
  readonly canRedo: ReadonlySignal<boolean>;
}

/** One draft per kind, the open kind, and its findings while the user types. */
export interface Composer {
  readonly kind: ReadonlySignal<EventKind>;
  readonly draft: ReadonlySignal<Draft>;
  readonly drafts: readonly Draft[];
  select(kind: EventKind): void;
  /** `editKey` names the edited field: edits of one field without a pause are undone together. */
  setText(text: string, editKey?: string): void;
  /**
   * Changes the text of the open draft, which must be JSON.
   * `editKey` groups undo steps. If it is the key of a field's path, the pending texts of the field and of the fields
   * in it are removed.
   */
  edit(change: (text: string) => string, editKey: string): void;
  /**
   * Stores a field's entered text that is not valid JSON yet; null removes the text.
   * `key` is the field's path as JSON.
   */
  setPending(key: string, input: string | null): void;
  undo(): void;
  redo(): void;
  /** Resets the open draft to its initial content. */
  reset(): void;
  /** Sets the initial text of a kind's draft, instead of the sample. An edited draft stays. */
  setInitialText(kind: EventKind, text: string): void;
  /** Opens a kind with a given draft, as “Edit and resend” does. */
  open(kind: EventKind, text: string, origin?: DraftOrigin | null): void;
  /**
   * Restores stored drafts and the open kind.
   * Drafts that the user edited stay, as does a kind that the user selected.
   */
  restore(kind: EventKind, drafts: ReadonlyMap<EventKind, DraftContent>): void;
}

export const composerStore = defineStore(({ app, get }) => {
  const { checkCall } = get(draftCheckStore);
  return createComposer({ ...panelRules, validateCall: checkCall }, app.now);
});

interface EditableDraft extends Draft {
  /** The shared undo history of form and JSON, which are two views of the draft. */
  readonly history: UndoStack<DraftContent>;
  readonly initialText: Signal<string>;
  setOrigin(origin: DraftOrigin | null): void;
}

export function createComposer(rules: DraftRules, clock: () => number = () => 0): Composer {
  const drafts = new Map(eventKinds.map((kind) => [kind, createDraft(kind, rules, clock)]));
  const kind = signal<EventKind>('start');
  const draft = computed(() => draftOf(kind.value));
  let hasUserSelected = false;
  const select = (next: EventKind) => {
    hasUserSelected = true;
    kind.value = next;
  };

  function draftOf(draftKind: EventKind): EditableDraft {
    const kindDraft = drafts.get(draftKind);
    if (!kindDraft) throw new Error(`No draft of ${draftKind}: every kind has one.`);
    return kindDraft;
  }
  const currentHistory = () => draftOf(kind.peek()).history;

  return {
    kind,
    draft,
    drafts: [...drafts.values()],
    select,
    setText: (text, editKey = 'text') =>
      currentHistory().push(applyText(currentHistory().current.peek(), text, null), editKey),
    edit(change, editKey) {
      const content = currentHistory().current.peek();
      currentHistory().push(applyText(content, change(content.text), editKey), editKey);
    },
    setPending: (key, input) => currentHistory().push(applyPending(currentHistory().current.peek(), key, input), key),
    undo: () => currentHistory().undo(),
    redo: () => currentHistory().redo(),
    reset() {
      const { history, initialText, setOrigin } = draftOf(kind.peek());
      history.push(createDraftContent(initialText.peek()), 'reset');
      setOrigin(null);
    },
    setInitialText(draftKind, text) {
      const { isEdited, history, initialText } = draftOf(draftKind);
      if (isEdited.peek()) return;
      batch(() => {
        initialText.value = text;
        history.replace(createDraftContent(text));
      });
    },
    open(next, text, origin = null) {
      draftOf(next).history.push(createDraftContent(text), 'open');
      draftOf(next).setOrigin(origin);
      select(next);
    },
    restore(selected, stored) {
      if (!hasUserSelected) kind.value = selected;
      for (const [storedKind, content] of stored) {
        const { isEdited, history } = draftOf(storedKind);
        if (!isEdited.peek()) history.push(content, 'restore');
      }
    },
  };
}

/**
 * Limits of the undo history: steps, and characters in all steps.
 * A long draft that is edited all day must not fill the panel's memory.
 */
const historyLimits = { maxSteps: 300, maxSize: 4_000_000, sizeOf: ({ text }: DraftContent) => text.length };

function createDraft(kind: EventKind, rules: DraftRules, clock: () => number): EditableDraft {
  const initialText = signal(rules.sampleDraft(kind));
  const history = createUndoStack(createDraftContent(initialText.peek()), {
    ...historyLimits,
    isSame: isSameContent,
    clock,
  });
  const content = history.current;
  const text = computed(() => content.value.text);
  const parsed = computed(() => parseContent(kind, content.value, rules));
  const origin = signal<DraftOrigin | null>(null);
  return {
    kind,
    history,
    initialText,
    content,
    text,
    parsed,
    origin,
    setOrigin(next) {
      origin.value = next;
    },
    lastValidText: () => {
      const isReadable = (earlier: DraftContent) => rules.parseDraft(kind, earlier.text).ok;
      return history.findLatest(isReadable)?.text ?? initialText.peek();
    },
    isEdited: computed(() => text.value !== initialText.value || Object.keys(content.value.pending).length > 0),
    errorCount: computed(() => countErrors(parsed.value)),
    canUndo: history.canUndo,
    canRedo: history.canRedo,
  };
}

function parseContent(kind: EventKind, { text, pending }: DraftContent, rules: DraftRules): ParsedDraft {
  const read = rules.parseDraft(kind, text);
  if (!read.ok) return { status: 'invalid', problem: read.failure };
  const [pendingKey] = Object.keys(pending);
  if (pendingKey !== undefined) return { status: 'invalid', problem: { message: pendingText(pendingKey) } };
  return { status: 'parsed', args: read.value, findings: rules.validateCall(kind, read.value).findings };
}

function pendingText(key: string): string {
  return i18n.t('compose.error.unfinished', { path: formatPath(pathOfKey(key)) });
}

function countErrors(parsed: ParsedDraft): number {
  if (parsed.status === 'invalid') return 1;
  return parsed.findings.filter((finding) => finding.severity === 'error').length;
}
