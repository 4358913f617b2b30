import { browser } from 'wxt/browser';
import * as z from '#core/util/zod';
import { evaluate } from './tab-in-devtools';

/** Pause before the frames are read, and between two readings, in milliseconds. */
const READ_INTERVAL_MS = 1_000;

const MAX_FRAMES = 100;
const MAX_CHARS = 100_000;

/**
 * Lists the `src` of each frame of another origin, also of those in frames of the page's own.
 * Its source runs in the page, by DevTools, so that a page costs nothing while no panel is open: it names nothing
 * outside of itself. A page may answer anything, which is read as text.
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

/** Chromium's alone; the polyfill's types do not know it. */
interface ResourceReader {
  readonly getResources?: (receive: (resources: unknown) => void) => void;
}

const resourcesSchema = z.array(z.object({ url: z.string(), type: z.string() }));

/** The URLs of the documents that the tab shows, each once; `null` in Firefox, which does not tell them. */
async function readDocuments(): Promise<readonly string[] | null> {
  const { getResources } = browser.devtools.inspectedWindow as unknown as ResourceReader;
  if (!getResources) return null;
  // Chromium calls the last function that it is given.
  const resources = resourcesSchema.safeParse(await new Promise((receive) => getResources(receive)));
  return resources.success ? resources.data.filter(({ type }) => type === 'document').map(({ url }) => url) : [];
}

/**
 * The URLs of the documents in frames, and of the page itself.
 * The `src` of a frame stays what it was after a redirect or a navigation by a script. It tells how many frames show
 * the same document, and is all that Firefox tells of a frame of another origin.
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

/** Calls back with the URLs of the inspected page and its frames, whenever they may be others. */
export function listenFrameUrls(listener: (urls: readonly string[]) => void): void {
  const { network } = browser.devtools;
  let isScheduled = false;
  const read = async (): Promise<void> => {
    const urls = await readFrameUrls();
    isScheduled = false;
    listener(urls);
  };
  // A frame comes with a request, and nothing reports that it goes.
  const schedule = (): void => {
    if (isScheduled) return;
    isScheduled = true;
    setTimeout(() => void read(), READ_INTERVAL_MS);
  };
  network.onNavigated.addListener(schedule);
  network.onRequestFinished.addListener(schedule);
  schedule();
}
