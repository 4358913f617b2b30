import type { Stores } from '#components/panel/app/stores.ts';
import { liveListStore } from '#components/panel/event-list/event-list.ts';
import { isLocalhost, siteOf } from '#core/drafts/site-host';
import { type Json, valueAt } from '#core/json/json';
import { confirmedSitesSetting } from '../compose-settings';
import { composeStore } from '../compose-state';
import { siteQuestionStore } from './site-question';

/** Where an event is about to go. */
interface Place {
  readonly site: string;
  readonly channel: string;
  readonly endpoint: string;
}

/**
 * Whether events may be fired at a site without asking.
 * It is on this machine, or the user agreed to it before.
 */
export function isConfirmedSite(stores: Stores, site: string): boolean {
  return site === '' || isLocalhost(site) || stores.get(confirmedSitesSetting).peek().includes(site);
}

/**
 * Fires at once at a site that is agreed to, and asks first at any other.
 * The URL is read again after the confirmation: the tab may have navigated while the dialog was open.
 */
export function confirmSite(stores: Stores, placeOf: (stores: Stores) => Place, fire: () => void): void {
  const question = stores.get(siteQuestionStore);
  const place = placeOf(stores);
  if (isConfirmedSite(stores, place.site)) {
    fire();
    return;
  }
  const onYes = () => {
    question.value = null;
    const realSites = stores.get(confirmedSitesSetting);
    realSites.set([...realSites.peek(), place.site]);
    confirmSite(stores, placeOf, fire);
  };
  question.value = { ...place, onYes };
}

/** Where the open draft goes: to the collector's host, or through the page's SDK. */
export function resolveTarget(stores: Stores): Place {
  const { delivery: out, wirePreview } = stores.get(composeStore);
  const { way, endpoint } = out.peek();
  if (way === 'sdk') return resolvePageTarget(stores);
  const event = wirePreview.peek()?.event ?? null;
  return { site: siteOf(endpoint) ?? '', channel: channelOf(event), endpoint };
}

/** The page at which one fires, with what its events of late say of channel and endpoint. */
export function resolvePageTarget(stores: Stores): Place {
  const { watching } = stores.app;
  const { frames, records } = stores.get(liveListStore);
  const url = frames.target.peek()?.url ?? '';
  const all = records.all();
  const event = all.findLast((record) => record.event !== null && record.frame.url === url)?.event?.json ?? null;
  const request = all.findLast(({ requests }) => requests.some(({ via }) => via !== 'extension'))?.requests.at(-1);
  return { site: siteOf(url) ?? watching.peek().host, channel: channelOf(event), endpoint: request?.url ?? '' };
}

function channelOf(event: Json): string {
  const channel = valueAt(event, ['context', 'channel']);
  return typeof channel === 'string' ? channel : '';
}
