import { defineStore, type Stores } from '#components/panel/app/stores.ts';
import { notFiringReason } from '#components/panel/app/tab-state.ts';
import { liveListStore } from '#components/panel/event-list/event-list.ts';
import { listFrames } from '#components/panel/event-list/frames.ts';
import { collectorOrigin } from '#core/drafts/collector-url';
import { siteOf, siteOfFrame } from '#core/drafts/site-host';
import type { ObservedRequest } from '#core/journey/record';
import type { FiringTarget } from '#core/journey/watched-frame';
import { type Json, valueAt } from '#core/json/json';
import type { JudgedRecord } from '#core/stream/judged-record';
import { isLocalhost } from '#core/util/site';
import type { OwnCollector } from '#panel/panel-host';
import { confirmedSitesSetting } from '../compose-settings';
import { composeStore } from '../compose-state';
import { siteQuestionStore } from './site-question';

/** The destination of an event that is about to be fired. */
interface FireDestination {
  readonly site: FireSite;
  readonly channel: string;
  readonly endpoint: string;
}

/**
 * The site that receives an event.
 * A frame with an opaque origin (`data:`, `sandbox`) can belong to any site: to the page around it, or to a site that
 * the frame showed before.
 */
type FireSite =
  | { readonly type: 'host'; readonly host: string }
  | { readonly type: 'opaque'; readonly documentId: string; readonly url: string }
  | { readonly type: 'none' };

/**
 * Documents with an opaque origin that the user confirmed.
 * The next document of such a frame needs a new confirmation.
 */
const confirmedDocumentsStore = defineStore(() => new Set<string>());

/** Whether events may be fired without a confirmation: on localhost, or at a site that the user confirmed. */
export function isConfirmedSite(stores: Stores, site: FireSite): boolean {
  if (site.type === 'none') return true;
  if (site.type === 'opaque') return stores.get(confirmedDocumentsStore).has(site.documentId);
  return isLocalhost(site.host) || stores.get(confirmedSitesSetting).peek().includes(site.host);
}

/**
 * Fires at once at a confirmed site, and asks for a confirmation at any other.
 * Nothing is fired from the sample or from files. The site is resolved again after the confirmation, because the tab
 * may have navigated while the dialog was open.
 */
export function confirmSite(stores: Stores, resolve: (stores: Stores) => FireDestination, fire: () => void): void {
  const { tab, toasts } = stores.app;
  if (notFiringReason(tab.peek()) !== null) {
    toasts.show({ tone: 'info', text: () => notFiringReason(tab.peek()) ?? '' });
    return;
  }
  const question = stores.get(siteQuestionStore);
  const { site, channel, endpoint } = resolve(stores);
  if (isConfirmedSite(stores, site)) {
    fire();
    return;
  }
  const onConfirm = () => {
    question.value = null;
    storeConfirmation(stores, site);
    confirmSite(stores, resolve, fire);
  };
  question.value = { site: siteLabel(site), isOpaque: site.type === 'opaque', channel, endpoint, onConfirm };
}

function storeConfirmation(stores: Stores, site: FireSite): void {
  if (site.type === 'opaque') stores.get(confirmedDocumentsStore).add(site.documentId);
  if (site.type !== 'host') return;
  const setting = stores.get(confirmedSitesSetting);
  setting.set([...setting.peek(), site.host]);
}

/** Returns the host, or the URL of a frame that belongs to no site; empty if there is no frame. */
export function siteLabel(site: FireSite): string {
  if (site.type === 'host') return site.host;
  return site.type === 'opaque' ? site.url.slice(0, MAX_LABEL_CHARS) : '';
}

/** A `data:` URL contains the whole document. */
const MAX_LABEL_CHARS = 60;

/** Returns the destination of the open draft: the collector's host, or the page's SDK. */
export function resolveTarget(stores: Stores): FireDestination {
  const { delivery, wirePreview } = stores.get(composeStore);
  const { transport, endpoint } = delivery.peek();
  if (transport === 'sdk') return resolvePageTarget(stores);
  const event = wirePreview.peek()?.event ?? null;
  const host = siteOf(toUpstreamUrl(endpoint, stores.app.actions.ownCollector));
  return { site: host === null ? { type: 'none' } : { type: 'host', host }, channel: channelOf(event), endpoint };
}

/** Returns the URL that a post reaches. Posts to the panel's own collector reach its upstream. */
function toUpstreamUrl(url: string, ownCollector: OwnCollector | undefined): string {
  if (ownCollector === undefined || ownCollector.upstream === null || collectorOrigin(url) === null) return url;
  const { pathname, search } = new URL(url);
  return ownCollector.upstream + pathname + search;
}

/** Returns the site of the selected frame, with the channel and endpoint of the frame's latest events. */
export function resolvePageTarget(stores: Stores): FireDestination {
  const { get, records } = stores.get(liveListStore);
  const frames = get(listFrames);
  const target = frames.target.peek();
  const host = target && siteOf(target.url);
  const isOfTarget = ({ frame }: JudgedRecord): boolean =>
    target !== null && frame.frameId === target.frameId && siteOf(frame.url) === host;
  const event = records.all().findLast((record) => record.event !== null && isOfTarget(record))?.event?.json ?? null;
  const isOfPage = ({ transport }: ObservedRequest): boolean => transport !== 'extension';
  const request = records
    .all()
    .findLast((record) => isOfTarget(record) && record.requests.some(isOfPage))
    ?.requests.findLast(isOfPage);
  return { site: pageSite(stores), channel: channelOf(event), endpoint: request?.url ?? '' };
}

/** Returns the site of the selected frame. */
export function pageSite(stores: Stores): FireSite {
  const target = stores.get(liveListStore).get(listFrames).target.peek();
  return target === null ? { type: 'none' } : siteOfTarget(target);
}

/** Returns the site that receives the events fired in a frame. */
export function siteOfTarget(target: Pick<FiringTarget, 'url' | 'origin' | 'upstream' | 'documentId'>): FireSite {
  const host = siteOfFrame(target);
  return host === null ? { type: 'opaque', documentId: target.documentId, url: target.url } : { type: 'host', host };
}

function channelOf(event: Json): string {
  const channel = valueAt(event, ['context', 'channel']);
  return typeof channel === 'string' ? channel : '';
}
