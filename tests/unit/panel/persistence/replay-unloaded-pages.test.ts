import { expect, it } from 'vitest';
import { replayMissed, replayUnloadedPages } from '#panel/persistence/replay-unloaded-pages';

const pageOf = (documentKey: string, unloadedAt: number, frameId = 0, seqs: readonly number[] = [1]) => ({
  tabId: 1,
  documentKey,
  isTop: frameId === 0,
  frameId,
  url: `http://localhost/${documentKey}`,
  unloadedAt,
  observations: seqs.map((seq) => ({ seq, text: documentKey })),
});

/** Replays pages, and returns what their capture received, in order. */
function replayPages(pages: Parameters<typeof replayUnloadedPages>[0]) {
  const reported: string[] = [];
  replayUnloadedPages(
    pages,
    {
      documents: {
        receive: (_, message) => reported.push(JSON.stringify(message)),
        disconnected: ({ documentId }) => reported.push(documentId),
      },
      handleNavigation: (url, at) => reported.push(`${url} at ${at}`),
    },
    'http://localhost/now',
  );
  return reported;
}

it('each unloaded page is replayed with its frames, and before the navigation to the next page at the time of the unload', () => {
  const pages = [pageOf('one', 10), pageOf('frame', 12, 5), pageOf('two', 5_000), pageOf('late-frame', 9_000, 6)];
  expect(replayPages(pages).filter((text) => !text.startsWith('{'))).toEqual([
    'unloaded one',
    'unloaded frame',
    'http://localhost/two at 10',
    'unloaded two',
    'http://localhost/now at 5000',
    'unloaded late-frame',
  ]);
});

it('a log with a gap is replayed in two parts, so that the gap is counted as missed', () => {
  const logs = replayPages([pageOf('one', 10, 5, [1, 2, 7])]).filter((text) => text.includes('"log"'));
  expect(logs.map((text) => JSON.parse(text).dropped)).toEqual([1, 7]);
});

/** Replays pages that an open panel missed, and returns the documents that ended. */
function replayMissedPages(pages: Parameters<typeof replayMissed>[0], hasEarlierPages: boolean) {
  const reported: string[] = [];
  const documents = {
    receive: () => undefined,
    disconnected: ({ documentId }: { documentId: string }) => reported.push(documentId),
  };
  replayMissed(pages, documents, hasEarlierPages);
  return reported;
}

it('reports that an open panel missed are replayed without navigations, as DevTools has reported the page loads', () => {
  expect(replayMissedPages([pageOf('one', 10), pageOf('frame', 12, 5)], true)).toEqual([
    'unloaded one',
    'unloaded frame',
  ]);
});

it('a list without earlier pages gets missed frames of the current page, and nothing of an earlier page', () => {
  expect(replayMissedPages([pageOf('frame', 12, 5)], false)).toEqual(['unloaded frame']);
  expect(replayMissedPages([pageOf('one', 10), pageOf('frame', 12, 5)], false)).toEqual([]);
});
