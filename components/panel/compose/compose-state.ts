import { computed, type ReadonlySignal, type Signal, signal } from '@preact/signals';
import { createRepeatCount, type RepeatCount } from '#components/kit/repeat-count.ts';
import type { PanelSettings } from '#components/panel/app/panel-settings.ts';
import type { DraftOrigin } from '#core/drafts/draft-of-record';
import { bodyOf, eventOfDraft, freshStamp, type Stamp } from '#core/drafts/post-body';
import type { JsonObject } from '#core/json/json';
import type { Verdict } from '#core/telemetry/findings';
import type { EventKind } from '#core/telemetry/kinds';
import { createPosting, type Posting } from '#extension/panel/firing/posting';
import type { SharedStore } from '#extension/panel/persistence/synced-list';
import type { Composer } from './draft/composer';
import { createSamples, type Samples } from './samples/samples';
import { type OutSettings, usualOut } from './target/delivery-settings';

/** The open draft as a collector would get it. */
interface Travelling {
  readonly event: JsonObject;
  /** What goes out, to the byte. */
  readonly body: string;
  readonly verdict: Verdict;
}

export type EditorTab = 'arguments' | 'travels' | 'answer';

/** How the composing view is set up, and the way out; stays while one is at another view. */
export interface ComposeState {
  /** Which of the two views of the draft is shown where there is no room for both. */
  readonly side: Signal<'form' | 'json'>;
  readonly tab: Signal<EditorTab>;
  readonly showsOptional: Signal<boolean>;
  readonly showsOptions: Signal<boolean>;
  readonly out: Signal<OutSettings>;
  /** Whether a captured event goes out again with its own mid and ets, to see whether doubles are removed. */
  readonly keepsIds: Signal<boolean>;
  /** How often Fire fires. */
  readonly times: RepeatCount;
  readonly posting: Posting;
  readonly samples: Samples;
  /** Null while the draft cannot be read. */
  readonly travelling: ReadonlySignal<Travelling | null>;
  /** What Fire would post: the body that is shown, then, where it is fired several times, bodies with new ids. */
  volley(): Volley | null;
  /** Asked before the first event goes to a site beyond this machine. */
  readonly question: Signal<SiteQuestion | null>;
}

interface Volley {
  readonly kind: EventKind;
  next(): string;
}

/** “Events fired here reach real data”: where, and what is done when one says yes. */
export interface SiteQuestion {
  readonly site: string;
  /** Empty where it is not known. */
  readonly channel: string;
  readonly endpoint: string;
  readonly onYes: () => void;
}

interface ComposeWorld {
  readonly composer: Composer;
  readonly settings: ReadonlySignal<PanelSettings>;
  readonly validateEvent: (event: JsonObject) => Verdict;
  readonly now: () => number;
  readonly newId: () => string;
  readonly store: SharedStore;
  /** Shows a sentence to the person. */
  readonly tell: (problem: string) => void;
}

/** More at once is load, not a test by hand. */
const MAX_REPEATS = 100;

export function createComposeState(world: ComposeWorld): ComposeState {
  const { composer, settings, validateEvent, now, newId } = world;
  const renewals = signal(0);
  const keepsIds = signal(false);
  const withIds = (fresh: Stamp, origin: DraftOrigin | null): Stamp =>
    keepsIds.value && origin ? { ...fresh, mid: origin.mid ?? fresh.mid, ets: origin.ets ?? fresh.ets } : fresh;
  const travelling = computed((): Travelling | null => {
    const draft = composer.draft.value;
    const reading = draft.reading.value;
    if (reading.status === 'unreadable') return null;
    // Ids and time are new with every change and every firing, and stay in between: what is shown is what is sent.
    void renewals.value;
    const stamp = withIds(freshStamp(draft.kind, now, newId), draft.origin.value);
    const isMarked = settings.value.marksFired;
    const event = eventOfDraft({ kind: draft.kind, args: reading.args, stamp, isMarked });
    return { event, body: bodyOf([event], stamp), verdict: validateEvent(event) };
  });

  return {
    side: signal('form'),
    tab: signal<EditorTab>('arguments'),
    showsOptional: signal(false),
    showsOptions: signal(false),
    out: signal(usualOut),
    keepsIds,
    times: createRepeatCount(MAX_REPEATS),
    posting: createPosting(now),
    samples: createSamples(world),
    travelling,
    question: signal<SiteQuestion | null>(null),
    volley() {
      const { kind, origin, reading } = composer.draft.peek();
      const first = travelling.peek();
      const read = reading.peek();
      if (!first || read.status !== 'read') return null;
      let isFirst = true;
      return {
        kind,
        next() {
          const stamp = withIds(freshStamp(kind, now, newId), origin.peek());
          const isMarked = settings.peek().marksFired;
          const body = isFirst ? first.body : bodyOf([eventOfDraft({ kind, args: read.args, stamp, isMarked })], stamp);
          isFirst = false;
          // What was shown has been sent.
          renewals.value += 1;
          return body;
        },
      };
    },
  };
}
