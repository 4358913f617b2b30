import { expect, it } from 'vitest';
import { replayMissed, replayUnloadedPages } from '#panel/persistence/replay-unloaded-pages';

const page = (documentKey: string, leftAt: number, frameId = 0, seqs: readonly number[] = [1]) => ({
  tabId: 1,
  documentKey,
  isTop: frameId === 0,
  frameId,
  url: `http://localhost/${documentKey}`,
  leftAt,
  observations: seqs.map((seq) => ({ seq, text: documentKey })),
});

function replayed(pages: Parameters<typeof replayUnloadedPages>[0]) {
  const reported: string[] = [];
  replayUnloadedPages(
    pages,
    {
      documents: {
        receive: (_, message) => reported.push(JSON.stringify(message)),
        disconnected: ({ documentId }) => reported.push(documentId),
      },
      navigated: (url, at) => reported.push(`${url} at ${at}`),
    },
    'http://localhost/now',
  );
  return reported;
}

it('each unloaded page is replayed with its frames, and before the navigation to the next page at the time of the unload', () => {
  const pages = [page('one', 10), page('frame', 12, 5), page('two', 5_000), page('late-frame', 9_000, 6)];
  expect(replayed(pages).filter((words) => !words.startsWith('{'))).toEqual([
    'left one',
    'left frame',
    'http://localhost/two at 10',
    'left two',
    'http://localhost/now at 5000',
    'left late-frame',
  ]);
});

it('a log with a gap is replayed in two parts, so that the gap is counted as missed', () => {
  const logs = replayed([page('one', 10, 5, [1, 2, 7])]).filter((words) => words.includes('"log"'));
  expect(logs.map((text) => JSON.parse(text).dropped)).toEqual([1, 7]);
});

function missed(pages: Parameters<typeof replayMissed>[0], hasPast: boolean) {
  const reported: string[] = [];
  const documents = {
    receive: () => undefined,
    disconnected: ({ documentId }: { documentId: string }) => reported.push(documentId),
  };
  replayMissed(pages, documents, hasPast);
  return reported;
}

it('reports that an open panel missed are replayed without navigations, as DevTools has reported the page loads', () => {
  expect(missed([page('one', 10), page('frame', 12, 5)], true)).toEqual(['left one', 'left frame']);
});

it('a list without earlier pages gets missed frames of the current page, and nothing of an earlier page', () => {
  expect(missed([page('frame', 12, 5)], false)).toEqual(['left frame']);
  expect(missed([page('one', 10), page('frame', 12, 5)], false)).toEqual([]);
});
