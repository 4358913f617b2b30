import type { EpochMilliseconds } from '#core/journey/record';
import { setBounded } from '#core/util/lru';
import type { After } from '#core/util/scheduler';
import { createObservedDocuments } from '#core/wire/observed-documents';
import { readDelivery } from '#core/wire/read-delivery';
import type { CollectedEvents } from './collected-events';
import type { RequestSource } from './request-source';

/** Documents whose sender is known; a browser has a few open. */
const MAX_DOCUMENTS = 1_000;

export interface CollectedPagesDeps {
  readonly now: () => EpochMilliseconds;
  readonly after: After;
  /** At least 0 and less than 1. */
  readonly random: () => number;
}

/** The pages whose hook reports to a collector. */
export interface CollectedPages {
  /** Takes a line that a page delivered. What is none is ignored: a page may forge one. */
  receive(line: string, source: RequestSource): void;
}

/** Creates the documents of a collector: the third host of the one machine, beside panel and test. */
export function createCollectedPages(
  events: CollectedEvents,
  { now, after, random }: CollectedPagesDeps,
): CollectedPages {
  const { correlator, put } = events.observePages(Math.floor(random() * 2 ** 32));
  const sources = new Map<string, RequestSource>();
  let opened = 0;
  const documents = createObservedDocuments({
    ...{ correlator, after, unordered: { now } },
    onRecords: (records) => put(records, (documentKey) => sources.get(documentKey) ?? null),
  });
  return {
    receive(line, source) {
      const delivery = readDelivery(line);
      if (delivery === null) return;
      const { documentKey, url, isTop, first, reports } = delivery;
      setBounded(sources, documentKey, { ...source, page: url }, MAX_DOCUMENTS);
      if (!documents.get(documentKey)) {
        opened += isTop ? 0 : 1;
        documents.open(documentKey, { frameId: isTop ? 0 : opened, url });
      }
      documents.receive(
        documentKey,
        reports.map((text, index) => ({ seq: first + index, text })),
      );
    },
  };
}
