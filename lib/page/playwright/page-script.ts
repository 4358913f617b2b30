import type { PageSettings } from '#core/journey/reports/page-delivery';
import { defineProperty, getOwnPropertyDescriptor, listenForGood, now, readDetail, resubscribe } from '#page/builtins';
import { openHookChannel, openRelayChannel } from '#page/channel';
import { surviveDocumentOpen } from '#page/hook/document-open';
import { type Hook, startHook } from '#page/hook/hook';
import { randomName } from '#page/random-name';
import { answerBatches } from './answer-batches';
import { createReportDelivery } from './deliver-reports';

/** A constant in front of the built script. */
declare const TELEMETRY_SETTINGS: PageSettings;

/** Far more than the pause after which a channel hands over at once. */
const LONG_MS = 60_000;

/** Starts the extension's hook in a page that a test watches, and delivers its reports to the test. */
function startPageScript(settings: PageSettings): void {
  const mark = `${settings.binding}Started`;
  // The window of an empty document may pass to the next document, with all that is in it.
  if (getOwnPropertyDescriptor(window, mark)) return;
  defineProperty(window, mark, { value: true });
  const part = randomName();
  const delivery = createReportDelivery({ page: window, settings });
  // Both ends are in this script: the page sees no event, and removes no listener.
  const target = new EventTarget();
  let hook: Hook | null = null;
  let watchedDocument = document;
  let look = (): void => undefined;
  let lastTime = 0;

  /**
   * Chromium gives the window of a popup's empty document to its first real one if both are of the same origin. It
   * removes the window's listeners, and runs no script of a test again (1.65.1).
   */
  const noticeNewDocument = (): void => {
    if (watchedDocument === document) return;
    watchedDocument = document;
    look = surviveDocumentOpen(document, () => undefined);
    resubscribe();
    delivery.restart();
  };
  const clock = (): number => {
    noticeNewDocument();
    // An unloading frame may have no microtask left, so each report is handed over at once.
    lastTime = delivery.isLeaving() ? lastTime + LONG_MS : now();
    return lastTime;
  };
  const channel = openHookChannel(target, part, () => hook?.greet(), clock);
  if (!channel) return;
  // Before the hook listens, so that what it reports as the page unloads finds the other way.
  listenForGood(window, 'pagehide', delivery.leave);
  listenForGood(window, 'pageshow', (event) => {
    if ((event as PageTransitionEvent).persisted) delivery.stay();
  });
  if (settings.isAnswering) answerBatches(window);
  const relay = openRelayChannel(
    target,
    (read) => {
      delivery.deliver(read());
      return true;
    },
    () => undefined,
  );
  listenForGood(window, settings.orderEvent, (event) => relay.order(readDetail(event) as string));
  look = surviveDocumentOpen(document, () => undefined);
  const keepListening = (): void => {
    noticeNewDocument();
    look();
  };
  hook = startHook({ page: window, channel, part, keepListening });
}

startPageScript(TELEMETRY_SETTINGS);
