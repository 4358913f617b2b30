import { matchPatternOf } from '#core/util/site';
import type { HookReport, ToAllRelays } from '#core/wire/page-messages';
import { listenPermanently } from '#page/builtins';
import { openRelayChannel } from '#page/channel';
import { surviveDocumentOpen } from '#page/hook/document-open';
import { onPageHide, writePageHide } from '#page/page-hide';
import { randomName } from '#page/random-name';
import { createRelay, type RelayDeps } from './relay';

/** Globals of the isolated world, which the page cannot access. */
interface RelayGlobals {
  telemetryV3Relay?: () => void;
}

/** `document.prerendering`, which only Chromium has, and TypeScript's DOM types lack. */
interface Prerenderable {
  readonly prerendering?: boolean;
}

/** Counts a window and all frames in it. Cross-origin windows also expose their frames. */
function countFrames(page: Window): number {
  let count = 1;
  for (let index = 0; index < page.length; index += 1) count += countFrames(page[index] as Window);
  return count;
}

/**
 * Returns the origin of the site for which the browser injected this script, or an empty string if unknown.
 * A sandboxed frame has an opaque origin. Its site is that of its URL, or of the page that created the frame.
 */
function originOfSite(): string {
  // Older supported versions of Firefox have no `ancestorOrigins`.
  const { origin, ancestorOrigins = [] } = location;
  return [self.origin, origin, ...ancestorOrigins].find((candidate) => matchPatternOf(candidate) !== null) ?? '';
}

/**
 * Whether scripts of the page may have run.
 * The script is normally injected while the root element is empty.
 */
function hasContent({ documentElement, URL: url }: Document): boolean {
  return !url.startsWith('about:') && documentElement?.firstChild != null;
}

/** The extension APIs that the relay needs. */
interface RelayRuntime {
  readonly connect: RelayDeps['connect'];
  readonly report: RelayDeps['notify'];
  readonly isAlive: RelayDeps['isAlive'];
  readonly isWatched: (url: string) => Promise<boolean>;
  readonly onMessage: (listener: (message: unknown) => void) => void;
}

/** Starts the relay of this document. If there is a relay already, connects that relay to panels again. */
export function startRelay({ connect, report, isAlive, isWatched, onMessage }: RelayRuntime): void {
  const globals = globalThis as unknown as RelayGlobals;
  // The script is injected again after an update of the extension or of the site's setting.
  if (globals.telemetryV3Relay) {
    globals.telemetryV3Relay();
    return;
  }
  const relay = createRelay({
    connect,
    sendCommand: (text) => channel.sendCommand(text),
    page: () => ({ url: location.href, title: document.title, origin: self.origin }),
    documentKey: randomName(),
    isTop: self === top,
    isLate: hasContent(document),
    notify: report,
    setTimer: (milliseconds, call) => void setTimeout(call, milliseconds),
    isAlive,
    isWatched: async () => {
      const origin = originOfSite();
      return origin === '' || isWatched(origin);
    },
    countFrames: () => countFrames(top ?? self),
    isPrerendered: () => (document as Prerenderable).prerendering === true,
  });
  const channel = openRelayChannel(
    document,
    (read) => relay.receive(read),
    () => relay.retire(),
  );
  const handleMessage = (message: unknown): void => {
    const toAll = message as ToAllRelays;
    if (toAll.type === 'panel-opened') relay.connect();
    if (toAll.type === 'stop-watching' && toAll.patterns.includes(matchPatternOf(originOfSite()) ?? '')) relay.stop();
  };
  globals.telemetryV3Relay = () => {
    // After a reload of the extension, its runtime is a new object in the same world.
    onMessage(handleMessage);
    channel.announceRelay();
    relay.connect(true);
  };
  onMessage(handleMessage);
  surviveDocumentOpen(document, channel.announceRelay);
  listenPermanently(document, 'prerenderingchange', () => relay.resume());
  listenPermanently(window, 'pageshow', (event) => {
    if (!(event as PageTransitionEvent).persisted) return;
    channel.announceRelay();
    relay.resume();
  });
  // The SDKs compile their schemas when they load, which a policy without 'unsafe-eval' prevents.
  listenPermanently(document, 'securitypolicyviolation', (event) => {
    if ((event as SecurityPolicyViolationEvent).blockedURI !== 'eval') return;
    const blocked = JSON.stringify({ type: 'eval-blocked', at: Date.now() } satisfies HookReport);
    relay.receive(() => [blocked]);
  });
  // Registered before the page's listeners, so that reports of these are sent immediately.
  onPageHide((event) => {
    relay.receive(() => [writePageHide(event)]);
    relay.onPageHide(event.persisted);
  });
  relay.connect();
}
