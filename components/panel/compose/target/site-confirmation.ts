import type { PanelModel } from '#components/panel/shell/panel-model.ts';
import { isOnThisMachine, siteOf } from '#core/drafts/site-host';
import { type Json, valueAt } from '#core/json/json';

/** Where an event is about to go. */
interface Place {
  readonly site: string;
  readonly channel: string;
  readonly endpoint: string;
}

/** Whether events may be fired at a site without asking: it is on this machine, or the user agreed to it before. */
export function isAgreedSite({ settings }: Pick<PanelModel, 'settings'>, site: string): boolean {
  return site === '' || isOnThisMachine(site) || settings.peek().realSites.includes(site);
}

/**
 * Fires at once at a site that is agreed to, and asks first at any other. The place is read again after the answer: the
 * page may have gone elsewhere while the question was open.
 */
export function askForSite(model: PanelModel, placeOf: (model: PanelModel) => Place, fire: () => void): void {
  const { compose, settings } = model;
  const place = placeOf(model);
  if (isAgreedSite(model, place.site)) {
    fire();
    return;
  }
  const onYes = () => {
    compose.question.value = null;
    const { realSites, ...others } = settings.peek();
    settings.value = { ...others, realSites: [...realSites, place.site] };
    askForSite(model, placeOf, fire);
  };
  compose.question.value = { ...place, onYes };
}

/** Where the open draft goes: to the collector's host, or through the page's SDK. */
export function placeToFire(model: PanelModel): Place {
  const { way, endpoint } = model.compose.out.peek();
  if (way === 'sdk') return pageToFire(model);
  const event = model.compose.travelling.peek()?.event ?? null;
  return { site: siteOf(endpoint) ?? '', channel: channelOf(event), endpoint };
}

/** The page at which one fires, with what its events of late say of channel and endpoint. */
export function pageToFire({ frames, watching, records }: PanelModel): Place {
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
