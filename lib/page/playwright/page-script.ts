import type { PageSettings } from '#core/wire/page-delivery';
import { UNITS_PER_OBSERVATION } from '#core/wire/report-limits';
import { defineProperty, getOwnPropertyDescriptor, listenForGood, now, readDetail, resubscribe } from '#page/builtins';
import { surviveDocumentOpen } from '#page/hook/document-open';
import { startHook } from '#page/hook/hook';
import { writeReport } from '#page/hook/hook-messages';
import { writePageHide } from '#page/page-hide';
import { randomName } from '#page/random-name';
import { createReportDelivery } from './deliver-reports';
import { createDirectChannel } from './direct-channel';
import { fulfillBatches } from './fulfill-batches';
import { createTelemetryUrls } from './telemetry-urls';

/** A constant in front of the built script. */
declare const TELEMETRY_SETTINGS: PageSettings;

/** Starts the extension's hook in a page that a test watches, and delivers its reports to the test. */
function startPageScript(settings: PageSettings): void {
  const mark = `${settings.binding}Started`;
  // The window of an empty document may pass to the next document, with all that is in it.
  if (getOwnPropertyDescriptor(window, mark)) return;
  defineProperty(window, mark, { value: true });
  const urls = createTelemetryUrls((request) => {
    const text = writeReport([{ type: 'unread-request', at: now(), ...request }]);
    channel.report(() => text, UNITS_PER_OBSERVATION);
  });
  const delivery = createReportDelivery({ page: window, settings, onTelemetryUrl: urls.add });
  const surviveOpen = (): (() => void) => surviveDocumentOpen(document, () => undefined);
  let watchedDocument = document;

  /**
   * Chromium gives the window of a popup's empty document to its first real one if both are of the same origin. It
   * removes the window's listeners, and runs no script of a test again (Playwright 1.65.1).
   */
  const noticeNewDocument = (): void => {
    if (watchedDocument === document) return;
    watchedDocument = document;
    look = surviveOpen();
    resubscribe();
    delivery.restart();
  };
  const channel = createDirectChannel(delivery, noticeNewDocument);
  // Before the hook listens, so that what it reports as the page unloads finds the other way.
  listenForGood(window, 'pagehide', (event) => {
    delivery.leave();
    channel.report(() => writePageHide(event), UNITS_PER_OBSERVATION);
  });
  listenForGood(window, 'pageshow', (event) => {
    if ((event as PageTransitionEvent).persisted) delivery.stay();
  });
  if (settings.isFulfilling) fulfillBatches({ page: window, urls, isLeaving: delivery.isLeaving });
  listenForGood(window, settings.orderEvent, (event) => channel.order(readDetail(event) as string));
  let look = surviveOpen();
  const keepListening = (): void => {
    noticeNewDocument();
    look();
  };
  startHook({ page: window, channel, part: randomName(), keepListening });
}

startPageScript(TELEMETRY_SETTINGS);
