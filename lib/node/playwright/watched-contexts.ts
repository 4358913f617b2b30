import { randomUUID } from 'node:crypto';
import type { BrowserContext, CDPSession, Frame, Page, Request, Response } from '@playwright/test';
import type { After } from '#core/util/scheduler';
import type { BeaconReach, PageReply, PageSettings } from '#core/wire/page-delivery';
import type { ReportedDocuments } from './reported-documents';

/** How long a page that is closed may take for its last reports. */
const LEAVING_TIMEOUT_MS = 2_000;

/** How the page's batches are handled: fulfilled in the page, so that none leaves it, or sent as without a test. */
export type CollectorMode = 'fulfill' | 'continue';

export interface WatchedContextsDeps {
  /** The built script of a watched page. */
  readonly pageScript: string;
  readonly receiverUrl: string;
  readonly collector: CollectorMode;
  readonly documents: ReportedDocuments;
  /** Calls the listener after each change of the documents. Returns an unsubscribe function. */
  readonly onChange: (listener: () => void) => () => void;
  readonly after: After;
}

/** A loaded document, and its frame. */
export interface LoadedDocument {
  readonly documentKey: string;
  readonly frame: Frame;
}

/** How far the test sees, as Playwright knows it. */
export interface WatchedReach {
  /** URLs of the pages of the watched contexts. */
  readonly urls: readonly string[];
  /** Pages of other contexts of the same browsers. */
  readonly otherPages: number;
  readonly serviceWorkers: number;
}

/** The browser contexts that a test watches. */
export interface WatchedContexts {
  attach(context: BrowserContext): Promise<void>;
  /** Returns what was opened, and where events may be unobserved. */
  reach(): WatchedReach;
  /** The loaded documents, the newest last. */
  loaded(): readonly LoadedDocument[];
  /** Passes an order to the hook of a document. Rejects if the document was unloaded. */
  order(document: LoadedDocument, json: string): Promise<void>;
  /** Has the pages of a context unload and report, and takes what waits in the storage of their origins. */
  leave(context: BrowserContext): Promise<void>;
}

export function createWatchedContexts(deps: WatchedContextsDeps): WatchedContexts {
  const { documents } = deps;
  const id = randomUUID().replaceAll('-', '');
  const settings: PageSettings = {
    binding: `telemetryV3Binding${id}`,
    receiverUrl: deps.receiverUrl,
    storageKey: `telemetry-v3:${id}`,
    orderEvent: `telemetry-v3:order:${id}`,
    ordersUrl: null,
    isFulfilling: deps.collector === 'fulfill',
    isPosting: false,
  };
  const script = `(() => { const TELEMETRY_SETTINGS = ${JSON.stringify(settings)};\n${deps.pageScript}\n})();`;
  /** The key of the document that each frame has now. */
  const keys = new Map<Frame, string>();
  /** The last response to a navigation of each frame. */
  const responses = new WeakMap<Frame, Response>();

  /** Contexts whose pages have unloaded for good. */
  const done = new WeakSet<BrowserContext>();
  const attached = new Set<BrowserContext>();

  const leaveFrame = (frame: Frame): void => {
    const key = keys.get(frame);
    keys.delete(frame);
    if (key !== undefined) documents.leave(key);
  };
  const receive = (line: unknown, frame: Frame): PageReply => {
    const key = typeof line === 'string' ? documents.receive(line) : null;
    // The reports in the storage are from another document than this frame's.
    if (key !== null && keys.get(frame) !== key && !documents.hasLeft(key)) {
      leaveFrame(frame);
      keys.set(frame, key);
    }
    return { reach: reachOf(frame, responses.get(frame)), telemetryUrls: documents.telemetryUrls() };
  };
  const takeCrash = async (page: Page): Promise<void> => {
    const held = new Map([...keys].filter(([frame]) => frame.page() === page));
    for (const frame of await findCrashedFrames(page, [...held.keys()], deps.after)) {
      const key = held.get(frame);
      if (key === undefined) continue;
      if (keys.get(frame) === key) keys.delete(frame);
      documents.crash(key);
    }
  };
  const haveReportedAll = (left: ReadonlySet<string>): boolean => [...left].every(documents.hasReportedAll);
  /** Settles when these documents have reported all, or do not in time. */
  const awaitLeft = (left: ReadonlySet<string>): Promise<void> =>
    new Promise((resolve) => {
      const finish = (): void => {
        unsubscribe();
        cancel();
        resolve();
      };
      const unsubscribe = deps.onChange(() => {
        if (haveReportedAll(left)) finish();
      });
      const cancel = deps.after(haveReportedAll(left) ? 0 : LEAVING_TIMEOUT_MS, finish);
    });
  const takeStored = async (context: BrowserContext): Promise<void> => {
    const { origins } = await context.storageState();
    for (const { localStorage } of origins) {
      const stored = localStorage.find(({ name }) => name === settings.storageKey)?.value ?? '';
      for (const line of stored.split('\n')) documents.receive(line);
    }
  };
  const keysOf = (page: Page): readonly string[] =>
    page.frames().flatMap((frame) => {
      const key = keys.get(frame);
      return key === undefined ? [] : [key];
    });
  const leave = async (context: BrowserContext): Promise<void> => {
    if (done.has(context)) return;
    done.add(context);
    const left = new Set(context.pages().flatMap(keysOf));
    // A context that is closed at once kills its pages: they run nothing more.
    await Promise.all(context.pages().map((page) => page.goto('about:blank').catch(() => unloadCrashedPage(page))));
    await awaitLeft(left);
    if (!haveReportedAll(left)) await takeStored(context).catch(() => {});
  };

  return {
    async attach(context) {
      attached.add(context);
      await context.exposeBinding(settings.binding, ({ frame }, line: unknown) => receive(line, frame));
      await context.addInitScript({ content: script });
      context.on('response', (response) => {
        const frame = navigatedFrame(response.request());
        if (frame !== null) responses.set(frame, response);
      });
      const watch = (page: Page): void => {
        page.on('framedetached', leaveFrame);
        page.on('crash', () => void takeCrash(page));
        page.on('close', () => {
          for (const frame of page.frames()) leaveFrame(frame);
        });
      };
      context.on('page', watch);
      for (const page of context.pages()) {
        watch(page);
        await Promise.all(page.frames().map((frame) => frame.evaluate(script).catch(() => {})));
      }
      const close = context.close.bind(context);
      context.close = async (options) => {
        await leave(context);
        await close(options);
      };
    },
    reach() {
      const watched = [...attached];
      const browsers = new Set(watched.flatMap((context) => context.browser() ?? []));
      const others = [...browsers].flatMap((browser) => browser.contexts()).filter((context) => !attached.has(context));
      return {
        urls: watched.flatMap((context) => context.pages().map((page) => page.url())).filter(isOpened),
        otherPages: others.flatMap((context) => context.pages()).filter((page) => isOpened(page.url())).length,
        serviceWorkers: watched.reduce((sum, context) => sum + context.serviceWorkers().length, 0),
      };
    },
    loaded: () => [...keys].map(([frame, documentKey]) => ({ frame, documentKey })),
    order: ({ frame }, json) =>
      frame.evaluate(
        `window.dispatchEvent(new CustomEvent(${JSON.stringify(settings.orderEvent)}, { detail: ${JSON.stringify(json)} })), undefined`,
      ),
    leave,
  };
}

/** Whether beacons of the frame's document reach the receiver, as far as the test can know. */
function reachOf(frame: Frame, response: Response | undefined): BeaconReach {
  if (response === undefined || withoutHash(response.url()) !== withoutHash(frame.url())) return 'unknown';
  const policy = response.headers()['content-security-policy'] ?? '';
  if (/(^|[;,\s])(connect-src|default-src)\s/i.test(policy)) return 'closed';
  // Chromium asks the user before a page of another host may reach the loopback interface.
  return /^http:\/\/(localhost|127\.\d+\.\d+\.\d+|\[::1\])(:|\/|$)/.test(frame.url()) ? 'open' : 'unknown';
}

/** The frame that a request navigates, or `null`. Playwright throws where there is no frame yet, as for a popup. */
function navigatedFrame(request: Request): Frame | null {
  if (request.serviceWorker() !== null || !request.isNavigationRequest()) return null;
  try {
    return request.frame();
  } catch {
    return null;
  }
}

function isOpened(url: string): boolean {
  return url !== '' && url !== 'about:blank';
}

function withoutHash(url: string): string {
  return url.replace(/#.*$/s, '');
}

/** How long the browser may take to say whether a renderer has crashed. It need not ask the renderer. */
const REPLY_TIMEOUT_MS = 10_000;

/**
 * Returns which frames of a page have crashed, once Playwright reports a crash.
 * Playwright reports that of a frame in a process of its own (`--site-per-process`) as one of the page. Chromium says of
 * each process whether it has crashed; of a browser without the Chrome DevTools Protocol, the whole page has.
 */
async function findCrashedFrames(page: Page, frames: readonly Frame[], after: After): Promise<readonly Frame[]> {
  const asked = new Map<Frame, Promise<boolean>>();
  const hasCrashed = (frame: Frame): Promise<boolean> => {
    const known = asked.get(frame);
    if (known) return known;
    const parent = frame.parentFrame();
    const crash = page
      .context()
      .newCDPSession(parent === null ? page : frame)
      .then(
        (session) => askSession(session, after),
        // A frame without a session is in the process of its parent.
        () => (parent === null ? true : hasCrashed(parent)),
      );
    asked.set(frame, crash);
    return crash;
  };
  const crashed = await Promise.all(frames.map(hasCrashed));
  return frames.filter((_, index) => crashed[index]);
}

/** Has a page unload of which a frame has crashed: Playwright navigates it no more. Does nothing where it cannot. */
async function unloadCrashedPage(page: Page): Promise<void> {
  try {
    const session = await page.context().newCDPSession(page);
    // The session may never respond.
    session.send('Page.navigate', { url: 'about:blank' }).catch(() => {});
  } catch {
    // Without the protocol, or without the page.
  }
}

/** Chromium reports a crash when a session enables the domain, also an earlier one. */
function askSession(session: CDPSession, after: After): Promise<boolean> {
  return new Promise((resolve) => {
    const finish = (hasCrashed: boolean): void => {
      cancel();
      resolve(hasCrashed);
      session.detach().catch(() => {});
    };
    const cancel = after(REPLY_TIMEOUT_MS, () => finish(true));
    session.on('Inspector.targetCrashed', () => finish(true));
    session.send('Inspector.enable').then(
      () => finish(false),
      () => finish(true),
    );
  });
}
