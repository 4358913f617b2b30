import { randomUUID } from 'node:crypto';
import type { BrowserContext, CDPSession, Frame, Page, Request, Response } from '@playwright/test';
import type { SetTimer } from '#core/util/scheduler';
import { withTimeout } from '#core/util/with-timeout';
import type { BeaconReach, PageReply, PageSettings } from '#core/wire/page-delivery';
import type { ReportedDocuments } from './reported-documents';

/** Maximum time that an unloading page may take for its last reports. */
const UNLOAD_TIMEOUT_MS = 2_000;

/** Whether batches are fulfilled in the page, so that none is sent, or continue to the network. */
export type CollectorMode = 'fulfill' | 'continue';

export interface WatchedContextsDeps {
  /** The built script that observes pages. */
  readonly pageScript: string;
  readonly receiverUrl: string;
  readonly collector: CollectorMode;
  readonly documents: ReportedDocuments;
  /** Calls the listener after each change of the documents. Returns an unsubscribe function. */
  readonly onChange: (listener: () => void) => () => void;
  readonly setTimer: SetTimer;
}

/** A loaded document and its frame. */
export interface LoadedDocument {
  readonly documentKey: string;
  readonly frame: Frame;
}

/** The pages that a test observes, and those whose events it may miss. */
export interface WatchedReach {
  /** URLs of the pages of the watched contexts. */
  readonly urls: readonly string[];
  /** Pages of other contexts of the same browsers. */
  readonly otherPages: number;
  readonly serviceWorkers: number;
}

/** The browser contexts that a test observes. */
export interface WatchedContexts {
  attach(context: BrowserContext): Promise<void>;
  /** Returns the open pages, and the pages and workers whose events may be missed. */
  reach(): WatchedReach;
  /** Returns the loaded documents, the newest last. */
  loadedDocuments(): readonly LoadedDocument[];
  /** Sends a command to the hook of a document. Rejects if the document was unloaded. */
  sendCommand(document: LoadedDocument, json: string): Promise<void>;
  /** Unloads the pages of a context. Receives their last reports, also from local storage. */
  unloadContext(context: BrowserContext): Promise<void>;
}

export function createWatchedContexts(deps: WatchedContextsDeps): WatchedContexts {
  const { documents } = deps;
  const id = randomUUID().replaceAll('-', '');
  const settings: PageSettings = {
    binding: `telemetryV3Binding${id}`,
    receiverUrl: deps.receiverUrl,
    storageKey: `telemetry-v3:${id}`,
    commandEvent: `telemetry-v3:command:${id}`,
    commandsUrl: null,
    isFulfilling: deps.collector === 'fulfill',
    isPosting: false,
  };
  const script = `(() => { const TELEMETRY_SETTINGS = ${JSON.stringify(settings)};\n${deps.pageScript}\n})();`;
  /** The key of the current document of each frame. */
  const keys = new Map<Frame, string>();
  /** The last response to a navigation of each frame. */
  const responses = new WeakMap<Frame, Response>();
  /** Contexts whose pages have been unloaded. */
  const unloadedContexts = new WeakSet<BrowserContext>();
  const watchedContexts = new Set<BrowserContext>();

  const unloadFrame = (frame: Frame): void => {
    const key = keys.get(frame);
    keys.delete(frame);
    if (key !== undefined) documents.unload(key);
  };
  const receive = (line: unknown, frame: Frame): PageReply => {
    const key = typeof line === 'string' ? documents.receive(line) : null;
    // Reports from local storage may be from another document, which has unloaded.
    if (key !== null && keys.get(frame) !== key && !documents.hasReportedUnload(key)) {
      unloadFrame(frame);
      keys.set(frame, key);
    }
    return { reach: reachOf(frame, responses.get(frame)), telemetryUrls: documents.telemetryUrls() };
  };
  const handleCrash = async (page: Page): Promise<void> => {
    const pageKeys = new Map([...keys].filter(([frame]) => frame.page() === page));
    for (const frame of await findCrashedFrames(page, [...pageKeys.keys()], deps.setTimer)) {
      const key = pageKeys.get(frame);
      if (key === undefined) continue;
      if (keys.get(frame) === key) keys.delete(frame);
      documents.crash(key);
    }
  };
  const haveReportedAll = (documentKeys: ReadonlySet<string>): boolean =>
    [...documentKeys].every(documents.hasReportedAll);
  /** Resolves when all documents have sent their last reports, or after a timeout. */
  const awaitLastReports = (documentKeys: ReadonlySet<string>): Promise<void> =>
    new Promise((resolve) => {
      const finish = (): void => {
        unsubscribe();
        cancel();
        resolve();
      };
      const unsubscribe = deps.onChange(() => {
        if (haveReportedAll(documentKeys)) finish();
      });
      const cancel = deps.setTimer(haveReportedAll(documentKeys) ? 0 : UNLOAD_TIMEOUT_MS, finish);
    });
  const receiveStoredReports = async (context: BrowserContext): Promise<void> => {
    const { origins } = await context.storageState();
    for (const { localStorage } of origins) {
      const reports = localStorage.find(({ name }) => name === settings.storageKey)?.value ?? '';
      for (const line of reports.split('\n')) documents.receive(line);
    }
  };
  const keysOf = (page: Page): readonly string[] =>
    page.frames().flatMap((frame) => {
      const key = keys.get(frame);
      return key === undefined ? [] : [key];
    });
  const unloadPages = async (context: BrowserContext): Promise<void> => {
    const documentKeys = new Set(context.pages().flatMap(keysOf));
    context.removeAllListeners('dialog');
    // Navigates first, because closing a context kills its pages without unloading them.
    await Promise.all(context.pages().map(unloadPage));
    await awaitLastReports(documentKeys);
    if (!haveReportedAll(documentKeys)) await receiveStoredReports(context);
  };
  const unloadContext = async (context: BrowserContext): Promise<void> => {
    if (unloadedContexts.has(context)) return;
    unloadedContexts.add(context);
    // A page whose script never ends doesn't unload.
    await withTimeout(unloadPages(context), undefined, deps.setTimer);
  };

  return {
    async attach(context) {
      if (typeof context?.pages !== 'function')
        throw new TypeError('attach needs a browser context, such as page.context().');
      if (watchedContexts.has(context)) return;
      watchedContexts.add(context);
      await context.exposeBinding(settings.binding, ({ frame }, line: unknown) => receive(line, frame));
      await context.addInitScript({ content: script });
      context.on('response', (response) => {
        const frame = navigatedFrame(response.request());
        if (frame !== null) responses.set(frame, response);
      });
      const watch = (page: Page): void => {
        page.on('framedetached', unloadFrame);
        page.on('crash', () => void handleCrash(page));
        page.on('close', () => {
          for (const frame of page.frames()) unloadFrame(frame);
        });
      };
      context.on('page', watch);
      for (const page of context.pages()) {
        watch(page);
        await Promise.all(page.frames().map((frame) => frame.evaluate(script).catch(() => {})));
      }
      const close = context.close.bind(context);
      context.close = async (options) => {
        await unloadContext(context).finally(() => close(options));
      };
    },
    reach() {
      const contexts = [...watchedContexts];
      const browsers = new Set(contexts.flatMap((context) => context.browser() ?? []));
      const others = [...browsers]
        .flatMap((browser) => browser.contexts())
        .filter((context) => !watchedContexts.has(context));
      return {
        urls: contexts.flatMap((context) => context.pages().map((page) => page.url())).filter(isPageUrl),
        otherPages: others.flatMap((context) => context.pages()).filter((page) => isPageUrl(page.url())).length,
        serviceWorkers: contexts.reduce((sum, context) => sum + context.serviceWorkers().length, 0),
      };
    },
    loadedDocuments: () => [...keys].map(([frame, documentKey]) => ({ frame, documentKey })),
    sendCommand: ({ frame }, json) =>
      frame.evaluate(
        `window.dispatchEvent(new CustomEvent(${JSON.stringify(settings.commandEvent)}, { detail: ${JSON.stringify(json)} })), undefined`,
      ),
    unloadContext,
  };
}

/** Returns whether beacons of the frame's document can reach the receiver, as far as Playwright shows. */
function reachOf(frame: Frame, response: Response | undefined): BeaconReach {
  if (response === undefined || withoutHash(response.url()) !== withoutHash(frame.url())) return 'unknown';
  const policy = response.headers()['content-security-policy'] ?? '';
  if (/(^|[;,\s])(connect-src|default-src)\s/i.test(policy)) return 'closed';
  // Chromium asks the user for permission before a page of another host may access the loopback interface.
  return /^http:\/\/(localhost|127\.\d+\.\d+\.\d+|\[::1\])(:|\/|$)/.test(frame.url()) ? 'open' : 'unknown';
}

/**
 * Returns the frame that a request navigates, or `null`.
 * Playwright throws if the frame does not exist yet (popups).
 */
function navigatedFrame(request: Request): Frame | null {
  if (request.serviceWorker() !== null || !request.isNavigationRequest()) return null;
  try {
    return request.frame();
  } catch {
    return null;
  }
}

function isPageUrl(url: string): boolean {
  return url !== '' && url !== 'about:blank';
}

function withoutHash(url: string): string {
  return url.replace(/#.*$/s, '');
}

/** Timeout for asking the browser whether a renderer has crashed. The renderer is not involved. */
const REPLY_TIMEOUT_MS = 10_000;

/**
 * Returns the crashed frames of a page. Call when Playwright reports a crash of the page.
 * Playwright also reports a crash of the page if only a frame in a separate process has crashed (`--site-per-process`).
 * Chromium reports crashes per process. In browsers without the Chrome DevTools Protocol, all frames count as crashed.
 */
async function findCrashedFrames(page: Page, frames: readonly Frame[], setTimer: SetTimer): Promise<readonly Frame[]> {
  const crashes = new Map<Frame, Promise<boolean>>();
  const hasCrashed = (frame: Frame): Promise<boolean> => {
    const pending = crashes.get(frame);
    if (pending) return pending;
    const parent = frame.parentFrame();
    const crash = page
      .context()
      .newCDPSession(parent === null ? page : frame)
      .then(
        (session) => hasSessionCrashed(session, setTimer),
        // A frame without a session shares the process of its parent.
        () => (parent === null ? true : hasCrashed(parent)),
      );
    crashes.set(frame, crash);
    return crash;
  };
  const crashed = await Promise.all(frames.map(hasCrashed));
  return frames.filter((_, index) => crashed[index]);
}

/**
 * Navigates a page to an empty document.
 * Removes the page's dialog listeners, so that Playwright accepts the dialog of a `beforeunload` listener. Listeners of
 * a test do not expect this dialog, because closing a context does not show it.
 */
async function unloadPage(page: Page): Promise<void> {
  page.removeAllListeners('dialog');
  await page.goto('about:blank').catch(() => unloadCrashedPage(page));
}

/**
 * Unloads a page with a crashed frame by CDP, because Playwright cannot navigate it.
 * Does nothing without CDP.
 */
async function unloadCrashedPage(page: Page): Promise<void> {
  try {
    const session = await page.context().newCDPSession(page);
    // The session may never respond.
    session.send('Page.navigate', { url: 'about:blank' }).catch(() => {});
  } catch {
    // The browser has no CDP, or the page is closed.
  }
}

/**
 * Resolves to whether the session's process has crashed.
 * `Inspector.enable` also reports earlier crashes.
 */
function hasSessionCrashed(session: CDPSession, setTimer: SetTimer): Promise<boolean> {
  return new Promise((resolve) => {
    const finish = (hasCrashed: boolean): void => {
      cancel();
      resolve(hasCrashed);
      session.detach().catch(() => {});
    };
    const cancel = setTimer(REPLY_TIMEOUT_MS, () => finish(true));
    session.on('Inspector.targetCrashed', () => finish(true));
    session.send('Inspector.enable').then(
      () => finish(false),
      () => finish(true),
    );
  });
}
