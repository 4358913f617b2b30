import { matchPatternOf } from '#core/util/site';
import type { HookReport, ToAllRelays } from '#core/wire/page-messages';
import { listenForGood } from '#page/builtins';
import { openRelayChannel } from '#page/channel';
import { surviveDocumentOpen } from '#page/hook/document-open';
import { writePageHide } from '#page/page-hide';
import { randomName } from '#page/random-name';
import { createRelay, type RelayDeps } from './relay';

/** Set in this world only, where the page does not see it. */
interface RelayGlobals {
  telemetryV3Relay?: () => void;
}

/** Only in Chromium; TypeScript's DOM types lack it. */
interface Prerenderable {
  readonly prerendering?: boolean;
}

/** Frames of other origins report their number of frames, too. */
function countFrames(page: Window): number {
  let count = 1;
  for (let index = 0; index < page.length; index += 1) count += countFrames(page[index] as Window);
  return count;
}

/** Whether scripts of the page may have run: a watched page is injected while its root element is empty. */
function hasContent({ documentElement, URL: url }: Document): boolean {
  return !url.startsWith('about:') && documentElement?.firstChild != null;
}

/** The extension APIs that the relay needs. */
interface RelayRuntime {
  readonly connect: RelayDeps['connect'];
  readonly report: RelayDeps['notify'];
  readonly isAlive: RelayDeps['isAlive'];
  readonly listen: (listener: (message: unknown) => void) => void;
}

/** Starts the relay of this document; where there is one already, it is offered to panels again. */
export function startRelay({ connect, report, isAlive, listen }: RelayRuntime): void {
  const globals = globalThis as unknown as RelayGlobals;
  // Injected again after an update of the extension or of the site's setting: one relay is enough.
  if (globals.telemetryV3Relay) {
    globals.telemetryV3Relay();
    return;
  }
  const relay = createRelay({
    connect,
    order: (text) => channel.order(text),
    page: () => ({ url: location.href, title: document.title, origin: self.origin }),
    documentKey: randomName(),
    isTop: self === top,
    isLate: hasContent(document),
    notify: report,
    after: (milliseconds, call) => void setTimeout(call, milliseconds),
    isAlive,
    countFrames: () => countFrames(top ?? self),
    isPrerendered: () => (document as Prerenderable).prerendering === true,
  });
  const channel = openRelayChannel(
    document,
    (read) => relay.receive(read),
    () => relay.yield(),
  );
  const handleMessage = (message: unknown): void => {
    const toAll = message as ToAllRelays;
    if (toAll.type === 'panel-opened') relay.offer();
    if (toAll.type === 'stop-watching' && toAll.patterns.includes(matchPatternOf(self.origin) ?? '')) {
      relay.stop();
    }
  };
  globals.telemetryV3Relay = () => {
    // A reloaded extension has a new runtime in the same world.
    listen(handleMessage);
    channel.greet();
    relay.offer();
  };
  listen(handleMessage);
  surviveDocumentOpen(document, channel.greet);
  listenForGood(document, 'prerenderingchange', () => relay.offer());
  listenForGood(window, 'pageshow', (event) => {
    if (!(event as PageTransitionEvent).persisted) return;
    channel.greet();
    relay.offer();
  });
  // The SDKs compile their schemas at load: a policy without 'unsafe-eval' prevents that.
  listenForGood(document, 'securitypolicyviolation', (event) => {
    if ((event as SecurityPolicyViolationEvent).blockedURI !== 'eval') return;
    const blocked = JSON.stringify({ type: 'eval-blocked', at: Date.now() } satisfies HookReport);
    relay.receive(() => [blocked]);
  });
  // Registered before the page's own listeners, so that their reports are sent at once.
  listenForGood(window, 'pagehide', (event) => {
    relay.receive(() => [writePageHide(event)]);
    relay.leave((event as PageTransitionEvent).persisted);
  });
  relay.offer();
}
