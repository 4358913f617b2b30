import type { NumberedObservation } from '#core/wire/page-messages';
import type { Capture } from '#panel/capture/capture';
import type { RelayConnection, RelayListener } from '#panel/capture/documents';
import type { UnloadedPage } from './unloaded-page';

type Observations = UnloadedPage['observations'];

/** Frames unload within this time after their page. A later unload belongs to the next page. */
const SAME_UNLOAD_MS = 2_000;

/**
 * Replays the logs of unloaded pages into a capture, as if a panel had been open.
 * After each log, its document ends. A navigation follows if another page replaced the document in the top frame.
 * `urlNow` is the URL of the current page.
 */
export function replayUnloadedPages(
  pages: readonly UnloadedPage[],
  { documents, handleNavigation }: Pick<Capture, 'handleNavigation'> & { readonly documents: RelayListener },
  urlNow: string,
): void {
  const topPages = pages.filter(({ isTop }) => isTop);
  let unloadedTop: UnloadedPage | null = null;
  const addNavigation = (): void => {
    if (unloadedTop === null) return;
    const next = topPages[topPages.indexOf(unloadedTop) + 1];
    handleNavigation(next?.url ?? urlNow, unloadedTop.unloadedAt);
    unloadedTop = null;
  };
  for (const page of pages) {
    if (unloadedTop !== null && (page.isTop || page.unloadedAt - unloadedTop.unloadedAt > SAME_UNLOAD_MS))
      addNavigation();
    replay(page, documents);
    if (page.isTop) unloadedTop = page;
  }
  addNavigation();
}

/**
 * Replays the logs of pages that unloaded before an open panel had requested the logs.
 * DevTools has reported the page loads. If the list has no earlier pages, only frames of the current page are replayed.
 */
export function replayMissed(pages: readonly UnloadedPage[], documents: RelayListener, hasEarlierPages: boolean): void {
  if (!hasEarlierPages && pages.some(({ isTop }) => isTop)) return;
  for (const page of pages) replay(page, documents);
}

function replay({ frameId, url, documentKey, observations }: UnloadedPage, documents: RelayListener): void {
  const connection: RelayConnection = { frameId, url, documentId: `unloaded ${documentKey}`, post: () => undefined };
  documents.receive(connection, { type: 'document', documentKey, url, title: '' });
  for (const run of splitAtGaps(observations))
    documents.receive(connection, { type: 'log', dropped: run[0]?.seq, observations: run });
  documents.disconnected(connection);
}

/** Splits observations at gaps. A gap was dropped, and is counted as missed. */
function splitAtGaps(observations: Observations): readonly Observations[] {
  const runs: NumberedObservation[][] = [];
  for (const observation of observations) {
    const run = runs.at(-1);
    if (run?.at(-1)?.seq === observation.seq - 1) run.push(observation);
    else runs.push([observation]);
  }
  return runs;
}
