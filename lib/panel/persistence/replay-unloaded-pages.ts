import type { NumberedObservation } from '#core/wire/page-messages';
import type { Capture } from '#panel/capture/capture';
import type { RelayConnection, RelayListener } from '#panel/capture/documents';
import type { UnloadedPage } from './unloaded-page';

type Observations = UnloadedPage['observations'];

/** Frames unload within this time after their page. A later unload belongs to the next page. */
const SAME_LEAVING_MS = 2_000;

/**
 * Replays the logs of unloaded pages into a capture, as if a panel had been open.
 * Each log is followed by the end of its document, and by a navigation if another page replaced it in the top frame. `urlNow`
 * is the URL of the current page.
 */
export function replayUnloadedPages(
  pages: readonly UnloadedPage[],
  { documents, navigated }: Pick<Capture, 'navigated'> & { readonly documents: RelayListener },
  urlNow: string,
): void {
  const tops = pages.filter(({ isTop }) => isTop);
  let leaving: UnloadedPage | null = null;
  const addNavigation = (): void => {
    if (leaving === null) return;
    const next = tops[tops.indexOf(leaving) + 1];
    navigated(next?.url ?? urlNow, leaving.leftAt);
    leaving = null;
  };
  for (const page of pages) {
    if (leaving !== null && (page.isTop || page.leftAt - leaving.leftAt > SAME_LEAVING_MS)) addNavigation();
    replay(page, documents);
    if (page.isTop) leaving = page;
  }
  addNavigation();
}

/**
 * Replays the logs of pages that unloaded before an open panel had requested the logs.
 * DevTools reported the page loads itself. `hasPast`: earlier pages are in the list. Otherwise only frames of the
 * current page are replayed.
 */
export function replayMissed(pages: readonly UnloadedPage[], documents: RelayListener, hasPast: boolean): void {
  if (!hasPast && pages.some(({ isTop }) => isTop)) return;
  for (const page of pages) replay(page, documents);
}

function replay({ frameId, url, documentKey, observations }: UnloadedPage, documents: RelayListener): void {
  const connection: RelayConnection = { frameId, url, documentId: `left ${documentKey}`, post: () => undefined };
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
