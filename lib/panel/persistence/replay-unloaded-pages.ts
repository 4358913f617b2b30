import type { NumberedObservation } from '#core/wire/page-messages';
import type { Capture } from '#panel/capture/capture';
import type { RelayConnection, RelayListener } from '#panel/capture/documents';
import type { UnloadedPage } from './unloaded-page';

type Observations = UnloadedPage['observations'];

/**
 * Frames go within a moment of their page; what leaves later belongs to the next page.
 * In milliseconds.
 */
const SAME_LEAVING_MS = 2_000;

/**
 * Replays the logs of unloaded pages into a capture, as if a panel had been open.
 * Each log, then the end of its document, and a mark for each page of the top frame that replaced another. `urlNow` is
 * the URL of the current page.
 */
export function replayUnloadedPages(
  pages: readonly UnloadedPage[],
  { documents, navigated }: Pick<Capture, 'navigated'> & { readonly documents: RelayListener },
  urlNow: string,
): void {
  const tops = pages.filter(({ isTop }) => isTop);
  let leaving: UnloadedPage | null = null;
  const mark = (): void => {
    if (leaving === null) return;
    const next = tops[tops.indexOf(leaving) + 1];
    navigated(next?.url ?? urlNow, leaving.leftAt);
    leaving = null;
  };
  for (const page of pages) {
    if (leaving !== null && (page.isTop || page.leftAt - leaving.leftAt > SAME_LEAVING_MS)) mark();
    replay(page, documents);
    if (page.isTop) leaving = page;
  }
  mark();
}

/**
 * Replays what pages did before an open panel had requested their logs.
 * DevTools reported their page loads itself. `hasPast`: earlier pages are in the list; otherwise only frames of the
 * current page are replayed.
 */
export function replayMissed(pages: readonly UnloadedPage[], documents: RelayListener, hasPast: boolean): void {
  if (!hasPast && pages.some(({ isTop }) => isTop)) return;
  for (const page of pages) replay(page, documents);
}

function replay({ frameId, url, documentKey, observations }: UnloadedPage, documents: RelayListener): void {
  const connection: RelayConnection = { frameId, url, documentId: `left ${documentKey}`, post: () => undefined };
  documents.receive(connection, { type: 'document', documentKey, url, title: '' });
  for (const run of unbroken(observations))
    documents.receive(connection, { type: 'log', dropped: run[0]?.seq, observations: run });
  documents.disconnected(connection);
}

/** Splits observations into parts without a gap. A gap was dropped, and is counted as missed. */
function unbroken(observations: Observations): readonly Observations[] {
  const runs: NumberedObservation[][] = [];
  for (const observation of observations) {
    const run = runs.at(-1);
    if (run?.at(-1)?.seq === observation.seq - 1) run.push(observation);
    else runs.push([observation]);
  }
  return runs;
}
