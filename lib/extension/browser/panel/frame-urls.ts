import { browser } from 'wxt/browser';
import * as z from '#core/util/zod';
import { evaluate } from './tab-in-devtools';

/** Delay before the frames are read, and between two readings. */
const READ_INTERVAL_MS = 1_000;

const MAX_FRAMES = 100;
const MAX_CHARS = 100_000;

/**
 * Lists the `src` of each cross-origin frame, including those in same-origin frames.
 * DevTools runs the source of this function in the page, so that a page costs nothing while no panel is open. It must
 * not use names from outside. The page may return anything, which is read as text.
 */
function readFrameSources(): string {
  const urls: string[] = [];
  const read = (document: Document, depth: number): void => {
    for (const frame of document.querySelectorAll('iframe')) {
      if (urls.length >= 100) return;
      if (frame.contentDocument && depth < 5) read(frame.contentDocument, depth + 1);
      else urls.push(`${frame.src}`.slice(0, 1_000));
    }
  };
  read(document, 0);
  return urls.join('\n');
}

async function readSources(): Promise<readonly string[]> {
  const text = await evaluate(`(${readFrameSources})()`).catch(() => '');
  return typeof text === 'string' && text.length <= MAX_CHARS ? text.split('\n').slice(0, MAX_FRAMES) : [];
}

/** Exists only in Chromium. The polyfill's types lack it. */
interface ResourceReader {
  readonly getResources?: (receive: (resources: unknown) => void) => void;
}

const resourcesSchema = z.array(z.object({ url: z.string(), type: z.string() }));

/**
 * Returns the URLs of the tab's documents, without duplicates.
 * `null` in Firefox, which has no such API.
 */
async function readDocuments(): Promise<readonly string[] | null> {
  const { getResources } = browser.devtools.inspectedWindow as unknown as ResourceReader;
  if (!getResources) return null;
  // Chromium calls the last function among its arguments: in `new Promise(getResources)` this would be `reject`.
  const resources = resourcesSchema.safeParse(await new Promise((receive) => getResources(receive)));
  return resources.success ? resources.data.filter(({ type }) => type === 'document').map(({ url }) => url) : [];
}

/**
 * Returns the URLs of the page and of the documents in its frames.
 * A frame's `src` stays the same after a redirect or a navigation by a script. It shows how many frames have the same
 * document, and is all that Firefox reveals of a cross-origin frame.
 */
async function readFrameUrls(): Promise<readonly string[]> {
  const [sources, documents] = await Promise.all([readSources(), readDocuments()]);
  if (documents === null) return sources.filter((url) => url !== '');
  const countOf = (url: string): number => sources.filter((source) => withoutHash(source) === withoutHash(url)).length;
  return documents.slice(0, MAX_FRAMES).flatMap((url) => Array<string>(Math.max(1, countOf(url))).fill(url));
}

function withoutHash(url: string): string {
  return url.split('#', 1)[0] ?? '';
}

/** Calls back with the URLs of the inspected page and its frames, whenever they may have changed. */
export function onFrameUrls(listener: (urls: readonly string[]) => void): void {
  const { network } = browser.devtools;
  let isScheduled = false;
  const read = async (): Promise<void> => {
    const urls = await readFrameUrls();
    isScheduled = false;
    listener(urls);
  };
  // A new frame causes a request. The removal of a frame is not reported.
  const schedule = (): void => {
    if (isScheduled) return;
    isScheduled = true;
    setTimeout(() => void read(), READ_INTERVAL_MS);
  };
  network.onNavigated.addListener(schedule);
  network.onRequestFinished.addListener(schedule);
  schedule();
}
