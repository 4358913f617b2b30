import { MAX_ANSWER_LENGTH, readBody, readCarrier, withFirstEvents } from '#core/formats/batch-request';
import type { ReadingRules } from '#core/formats/read/reading';
import { createJournal, type PageEnd } from '#core/journey/event-correlator';
import type { NavigationMark, TelemetryRecord } from '#core/journey/record';
import type { FiringTarget, WatchedFrame } from '#core/journey/watched-frame';
import type { Json } from '#core/json/json';
import { fail } from '#core/util/result';
import { createFiringLine, type FiringLineDeps, type FiringResult } from '#extension/panel/firing/pending-fires';
import { i18n } from '#i18n';
import { createDocuments, type Progress, type RelayConnection } from './documents';

/** Where what is captured goes. */
export interface CaptureSink {
  records(changed: readonly TelemetryRecord[]): void;
  navigated(mark: NavigationMark): void;
  frames(frames: readonly WatchedFrame[]): void;
}

export interface CaptureDeps {
  readonly rules: ReadingRules;
  readonly sink: CaptureSink;
  readonly now: () => number;
  readonly newId: () => string;
  readonly after: FiringLineDeps['after'];
}

/** A request that DevTools saw end; its answer's text is asked for only where it carried telemetry. */
export interface SeenFinishedRequest {
  readonly entry: unknown;
  readAnswer(): Promise<string | null>;
}

/** Everything about one inspected tab that reaches the list: sightings of its documents, requests, page loads. */
export interface Capture {
  receive(connection: RelayConnection, message: unknown): void;
  disconnected(connection: RelayConnection): void;
  requestFinished(request: SeenFinishedRequest): Promise<void>;
  /** A page load of the top frame, `at` epoch milliseconds; now, where that is left out. */
  navigated(url: string, at?: number): void;
  fire(method: string, args: readonly Json[], target: FiringTarget): Promise<FiringResult>;
  /** The extension posts this body itself; a body that is no batch makes no row. */
  posting(post: { readonly id: string; readonly url: string; readonly body: string }): void;
  /** How that ended, with the text of the answer where there is one. */
  posted(id: string, end: PageEnd, answer: string | null): void;
  /** What it takes to go on later where this panel was: with the records, all that `restore` needs. */
  progress(): Progress;
  /** Takes up a session that was kept; to be called before any document answers. */
  restore(records: readonly TelemetryRecord[], progress: Progress): void;
  /** Frees the records up to this row, but for those still on their way. */
  evict(throughRow: number, isUndoable: boolean): void;
  /** Takes back evicted records, so that what comes next joins them. */
  takeBack(records: readonly TelemetryRecord[]): void;
  /** To be called when every document that there is has answered: what a kept session knows of others went with them. */
  closeSilent(): void;
  /** While off, what happens is not recorded; it is not made up for later. */
  record(recording: boolean): void;
  /** The list was cleared: what the documents hold of it is not wanted any more. */
  forget(): void;
}

export function createCapture({ rules, sink, now, newId, after }: CaptureDeps): Capture {
  const journal = createJournal(rules);
  let recording = true;
  let requests = 0;
  // Requests of a kept session are never taken for those of this panel.
  const panelId = newId();

  const take = (changed: readonly TelemetryRecord[]): void => {
    if (changed.length === 0) return;
    sink.records(changed);
    line.seen(changed);
  };
  const documents = createDocuments({
    journal,
    eventsOfBody: rules.eventsOfBody,
    onRecords: take,
    onFrames: (frames) => sink.frames(frames.map(rules.withoutSecrets)),
    onNotFired: (requestId) => line.notFired(requestId),
  });
  const line = createFiringLine({ order: documents.order, newId, after });

  return {
    receive: documents.receive,
    disconnected: documents.disconnected,
    async requestFinished(request) {
      requests += 1;
      const id = `request-${panelId}-${requests}`;
      const carrier = recording ? readCarrier(request.entry, id, rules.eventsOfBody) : null;
      if (carrier === null) return;
      // DevTools unpacks by itself: it must not be ahead of the page that sent it.
      await documents.unpacked();
      const batch = withFirstEvents(carrier);
      const changed = journal.finished(batch);
      take(changed);
      // What the page had reported as well is counted already.
      const isOnlyHere = changed[0]?.requests.some((seen) => seen.id === id) ?? false;
      if (isOnlyHere) documents.noteUnread(batch.unreadEvents ?? 0);
      const answer = await request.readAnswer();
      if (answer !== null) take(journal.answered(id, answer.slice(0, MAX_ANSWER_LENGTH)));
    },
    navigated(url, at = now()) {
      sink.navigated({ at, url: rules.withoutSecrets(url), afterRow: journal.lastRow() });
    },
    fire(method, args, target) {
      return recording ? line.fire(method, args, target) : Promise.resolve(fail(PAUSED));
    },
    posting({ id, url, body }) {
      const batch = readBody(body, rules.eventsOfBody);
      const seen = { id, via: 'extension', method: 'POST', url, at: now(), end: { status: 'open' } } as const;
      if (recording && batch !== null) take(journal.posting({ ...seen, ...withFirstEvents(batch) }));
    },
    posted(id, end, answer) {
      take(journal.ended(id, end, now()));
      if (answer !== null) take(journal.answered(id, answer.slice(0, MAX_ANSWER_LENGTH)));
    },
    progress: documents.progress,
    restore(records, progress) {
      journal.restore(records);
      documents.restore(progress);
    },
    record(on) {
      recording = on;
      documents.record(on);
    },
    evict: journal.evict,
    takeBack: journal.restore,
    closeSilent: documents.closeSilent,
    forget: documents.forget,
  };
}

const PAUSED = {
  message: i18n.t('capture.recordingIsPausedSoThe'),
};
