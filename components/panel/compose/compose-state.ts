import { computed, effect, type ReadonlySignal, type Signal, signal } from '@preact/signals';
import { messageText } from '#components/i18n/message-text.ts';
import { createRepeatCount, type RepeatCount } from '#components/kit/forms/repeat-count.ts';
import { defineStore, type Stores } from '#components/panel/app/stores.ts';
import { liveListStore } from '#components/panel/event-list/event-list.ts';
import type { DraftOrigin } from '#core/drafts/draft-of-record';
import { panelRules } from '#core/drafts/panel-rules';
import { buildEvent, buildPostBody, type MessageIds, newMessageIds, type PostedDraft } from '#core/drafts/post-body';
import { isJsonObject, type JsonObject } from '#core/json/json';
import type { Verdict } from '#core/telemetry/findings';
import type { EventKind } from '#core/telemetry/kinds';
import type { Message } from '#core/util/message';
import { createPosting, type Posting } from '#panel/firing/posting';
import { createPersistedValue } from '#panel/persistence/persisted-value';
import { addsManualCdataSetting } from './compose-settings';
import { composerStore } from './draft/composer';
import { draftCheckStore } from './draft/draft-check';
import { createDraftStorage } from './draft/draft-storage';
import { type PageDefaults, readPageDefaults } from './draft/page-envelope';
import { fillFromSession } from './draft/session-fill';
import { createSamples, type Samples } from './samples/samples';
import { type DeliverySettings, defaultDeliverySettings, parseDeliverySettings } from './target/delivery-settings';

/** The open draft as a collector would receive it. */
interface WirePreview {
  readonly event: JsonObject;
  /** The actor and the fields of `context` that come from the page's last event. */
  readonly fromPage: readonly string[];
  /** The exact request body. */
  readonly body: string;
  readonly verdict: Verdict;
}

export type EditorTab = 'arguments' | 'request-body' | 'responses';

/** State of the Compose view and its target. It stays while another view is shown. */
export interface ComposeState {
  /** The view of the draft that is shown if form and JSON do not fit side by side. */
  readonly side: Signal<'form' | 'json'>;
  readonly tab: Signal<EditorTab>;
  /** Whether the form takes the focus when it is rendered, as after an event was opened for editing. */
  readonly takesFocus: Signal<boolean>;
  readonly showsOptional: Signal<boolean>;
  readonly showsOptions: Signal<boolean>;
  readonly delivery: Signal<DeliverySettings>;
  /** Whether a captured event is resent with its own mid and ets, to test whether duplicates are removed. */
  readonly keepsIds: Signal<boolean>;
  /** Number of times that Fire fires. */
  readonly times: RepeatCount;
  readonly posting: Posting;
  readonly samples: Samples;
  /** Null while the draft is invalid. */
  readonly wirePreview: ReadonlySignal<WirePreview | null>;
  /**
   * Returns the requests that Fire would post.
   * The first request has the body of the preview. Further requests have new ids.
   */
  fireBatch(): FireBatch | null;
  /** Resolves when drafts, samples and delivery settings are restored. */
  readonly loaded: Promise<unknown>;
}

interface FireBatch {
  readonly kind: EventKind;
  /** Returns the body of the next request. */
  next(): string;
}

/** More repetitions would be a load test. */
const MAX_REPEATS = 100;

function createComposeState(stores: Stores): ComposeState {
  const { newId, now, storage, toasts } = stores.app;
  const composer = stores.get(composerStore);
  const { checkEvent } = stores.get(draftCheckStore);
  const { records } = stores.get(liveListStore);
  const addsManualCdata = stores.get(addsManualCdataSetting);
  const delivery = signal(defaultDeliverySettings);
  const keepsIds = signal(false);
  const createIds = () => newMessageIds(composer.draft.peek().kind, now, newId);
  // Ids and time change only with an edit or a firing, so that the preview shows the body that Fire posts.
  const previewIds = signal(createIds());
  const renewIds = () => {
    previewIds.value = createIds();
  };
  effect(() => composer.draft.value.content.subscribe(renewIds));
  const withOriginalIds = (ids: MessageIds, origin: DraftOrigin | null): MessageIds =>
    keepsIds.value && origin ? { ...ids, mid: origin.mid ?? ids.mid, ets: origin.ets ?? ids.ets } : ids;
  // The SDK creates the context of its own events.
  const defaultsFor = (origin: DraftOrigin | null): PageDefaults & Pick<PostedDraft, 'envelope'> => {
    if (delivery.value.transport !== 'collector') return { context: {} };
    if (origin?.envelope) return { context: {}, envelope: origin.envelope };
    void records.version.value;
    return readPageDefaults(records.all());
  };
  const wirePreview = computed((): WirePreview | null => {
    const draft = composer.draft.value;
    const parsed = draft.parsed.value;
    if (parsed.status === 'invalid') return null;
    const ids = withOriginalIds(previewIds.value, draft.origin.value);
    const hasManualCdata = addsManualCdata.value;
    const defaults = defaultsFor(draft.origin.value);
    const event = buildEvent({ kind: draft.kind, args: parsed.args, ids, hasManualCdata, ...defaults });
    return {
      event,
      fromPage: fieldsFromPage(defaults, event),
      body: buildPostBody([event], ids),
      verdict: checkEvent(event),
    };
  });

  const notify = (text: () => string) => toasts.show({ tone: 'error', text });
  const persistence = { store: storage, notify: (problem: Message) => notify(() => messageText(problem)) };
  const samples = createSamples({ newId, store: storage, notify });
  const persistedValues = [
    createDraftStorage(composer, persistence),
    createPersistedValue(persistence, {
      key: 'compose-out',
      value: () => delivery.value,
      restore: (stored) => {
        if (delivery.peek() === defaultDeliverySettings) delivery.value = parseDeliverySettings(stored);
      },
    }),
  ];

  const loaded = Promise.all([...persistedValues, samples].map((each) => each.load()));
  fillSummaries(stores, loaded);

  return {
    side: signal('form'),
    takesFocus: signal(false),
    tab: signal<EditorTab>('arguments'),
    showsOptional: signal(false),
    showsOptions: signal(false),
    delivery,
    keepsIds,
    times: createRepeatCount(MAX_REPEATS),
    posting: createPosting(now),
    samples,
    wirePreview,
    loaded,
    fireBatch() {
      const { kind, origin, parsed } = composer.draft.peek();
      const first = wirePreview.peek();
      const parsedDraft = parsed.peek();
      if (!first || parsedDraft.status !== 'parsed') return null;
      const defaults = defaultsFor(origin.peek());
      const nextBody = createBodySource(first.body, () => {
        const ids = withOriginalIds(newMessageIds(kind, now, newId), origin.peek());
        return buildPostBody(
          [buildEvent({ kind, args: parsedDraft.args, ids, hasManualCdata: addsManualCdata.peek(), ...defaults })],
          ids,
        );
      });
      return {
        kind,
        next() {
          const body = nextBody();
          renewIds();
          return body;
        },
      };
    },
  };
}

/** Fills the draft of a SUMMARY from the session when the draft opens, unless the user edited the draft. */
function fillSummaries(stores: Stores, loaded: Promise<unknown>): void {
  const composer = stores.get(composerStore);
  const { records } = stores.get(liveListStore);
  const { view } = stores.app;
  void loaded.then(() =>
    effect(() => {
      if (view.value !== 'compose' || composer.kind.value !== 'summary') return;
      const summary = fillFromSession(panelRules.sampleDraft('summary'), records.all());
      if (summary !== null) composer.setInitialText('summary', summary);
    }),
  );
}

/** Returns the names of the fields that an event has unchanged from the page's defaults. */
function fieldsFromPage({ actor, context }: PageDefaults, event: JsonObject): readonly string[] {
  const eventContext = event.context;
  const names = isJsonObject(eventContext)
    ? Object.keys(context).filter((name) => eventContext[name] === context[name])
    : [];
  return actor !== undefined && event.actor === actor ? ['actor', ...names] : names;
}

/** Returns a function that returns the body of the preview first, then new bodies. */
function createBodySource(previewBody: string, create: () => string): () => string {
  let firstBody: string | null = previewBody;
  return () => {
    const body = firstBody ?? create();
    firstBody = null;
    return body;
  };
}

export const composeStore = defineStore(createComposeState);
