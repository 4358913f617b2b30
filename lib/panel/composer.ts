import { computed, type ReadonlySignal, type Signal, signal } from '@preact/signals';
import type { Json } from '../json';
import type { Result } from '../result';
import type { Finding, Verdict } from '../telemetry/findings';
import { type EventKind, eventKinds } from '../telemetry/kinds';

export interface DraftProblem {
  readonly message: string;
  /** Where in the text, from 0; absent where the whole is meant. */
  readonly offset?: number;
}

/** What the composer asks of the definitions. */
export interface DraftRules {
  /** The arguments that a draft stands for, in the method's order. */
  readonly readDraft: (kind: EventKind, text: string) => Result<readonly Json[], DraftProblem>;
  readonly validateCall: (method: string, args: readonly Json[]) => Verdict;
  /** A draft that is valid: JSON text keyed by argument name. */
  readonly sampleDraft: (kind: EventKind) => string;
}

/** What a draft says: arguments with what is found about them, or why it cannot be read. */
export type DraftReading =
  | { readonly status: 'read'; readonly args: readonly Json[]; readonly findings: readonly Finding[] }
  | { readonly status: 'unreadable'; readonly problem: DraftProblem };

export interface Draft {
  readonly kind: EventKind;
  readonly text: ReadonlySignal<string>;
  readonly reading: ReadonlySignal<DraftReading>;
  /** Differs from the sample. */
  readonly edited: ReadonlySignal<boolean>;
  /** Errors in it; an unreadable draft is one. */
  readonly errors: ReadonlySignal<number>;
}

/** One draft per kind, all kept; the kind that is open; what is found, while one types. */
export interface Composer {
  readonly kind: ReadonlySignal<EventKind>;
  readonly draft: ReadonlySignal<Draft>;
  readonly drafts: readonly Draft[];
  choose(kind: EventKind): void;
  setText(text: string): void;
  backToSample(): void;
  /** Opens a kind with a given draft, as “Edit and resend” does. */
  open(kind: EventKind, text: string): void;
}

interface OwnDraft extends Draft {
  readonly text: Signal<string>;
}

export function createComposer(rules: DraftRules): Composer {
  const drafts = new Map(eventKinds.map((kind) => [kind, createDraft(kind, rules)]));
  const kind = signal<EventKind>('start');
  const draft = computed(() => draftOf(kind.value));

  function draftOf(wanted: EventKind): OwnDraft {
    const found = drafts.get(wanted);
    if (!found) throw new Error(`No draft of ${wanted}: every kind has one.`);
    return found;
  }

  return {
    kind,
    draft,
    drafts: [...drafts.values()],
    choose(next) {
      kind.value = next;
    },
    setText(text) {
      draftOf(kind.value).text.value = text;
    },
    backToSample() {
      draftOf(kind.value).text.value = rules.sampleDraft(kind.value);
    },
    open(next, text) {
      draftOf(next).text.value = text;
      kind.value = next;
    },
  };
}

function createDraft(kind: EventKind, rules: DraftRules): OwnDraft {
  const text = signal(rules.sampleDraft(kind));
  const reading = computed(() => readText(kind, text.value, rules));
  return {
    kind,
    text,
    reading,
    edited: computed(() => text.value !== rules.sampleDraft(kind)),
    errors: computed(() => errorsIn(reading.value)),
  };
}

function readText(kind: EventKind, text: string, rules: DraftRules): DraftReading {
  const read = rules.readDraft(kind, text);
  if (!read.ok) return { status: 'unreadable', problem: read.failure };
  return { status: 'read', args: read.value, findings: rules.validateCall(kind, read.value).findings };
}

function errorsIn(reading: DraftReading): number {
  if (reading.status === 'unreadable') return 1;
  return reading.findings.filter((finding) => finding.severity === 'error').length;
}
