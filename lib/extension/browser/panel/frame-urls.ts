import { browser } from 'wxt/browser';
import { evaluate } from './tab-in-devtools';

/** Pause before the frames are read, and between two readings, in milliseconds. */
const READ_INTERVAL_MS = 1_000;

const MAX_FRAMES = 100;
const MAX_CHARS = 100_000;

/**
 * Lists the frames of other origins, also those in frames of the page's own.
 * Its source runs in the page, by DevTools, so that a page costs nothing while no panel is open: it names nothing
 * outside of itself. A page may answer anything, which is read as text.
 */
function readFrames(): string {
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

/** Calls back with the URLs of the inspected page's frames of other origins, whenever they may be others. */
export function listenFrameUrls(listener: (urls: readonly string[]) => void): void {
  const { network } = browser.devtools;
  let isScheduled = false;
  const read = async (): Promise<void> => {
    const text = await evaluate(`(${readFrames})()`).catch(() => '');
    const urls = typeof text === 'string' && text.length <= MAX_CHARS ? text.split('\n').slice(0, MAX_FRAMES) : [];
    isScheduled = false;
    listener(urls.filter((url) => url !== ''));
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
