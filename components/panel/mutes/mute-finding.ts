import type { Stores } from '#components/panel/app/stores.ts';
import { mutesSetting } from '#components/panel/event-list/judging/muted-findings.ts';
import { addMutes, isMutedBy, isSameMute, type Mute, muteOf, siteOfRecord } from '#core/report/mutes';
import type { JudgedRecord } from '#core/stream/judged-record';
import type { Finding } from '#core/telemetry/findings';
import { i18n } from '#i18n';

/** Mutes a finding at its field, or its rule at every path, at the site of the event. That can be undone. */
export function muteFinding(stores: Stores, record: JudgedRecord, finding: Finding, scope: 'field' | 'rule'): void {
  const mute = muteOf(record, finding, scope);
  const setting = stores.get(mutesSetting);
  setting.set(addMutes(setting.peek(), [mute]));
  const name = formatMute(mute);
  stores.app.toasts.show({
    tone: 'info',
    text: () => i18n.t('mutes.muted', { name, site: siteLabel(mute.site) }),
    action: { label: () => i18n.t('mutes.undo'), onChoose: () => removeMutes(stores, [mute]) },
  });
}

/** Takes back all mutes that are meant for a finding at the site of its event. */
export function unmuteFinding(stores: Stores, record: JudgedRecord, finding: Finding): void {
  const site = siteOfRecord(record);
  const mutes = stores.get(mutesSetting).peek();
  removeMutes(
    stores,
    mutes.filter((mute) => mute.site === site && isMutedBy(record, finding, mute)),
  );
}

/** Takes mutes back. */
export function removeMutes(stores: Stores, gone: readonly Mute[]): void {
  const setting = stores.get(mutesSetting);
  setting.set(setting.peek().filter((mute) => !gone.some((each) => isSameMute(each, mute))));
}

/** `missing edata.pageid`; the code alone if it covers every path. */
export function formatMute({ code, path }: Mute): string {
  return path === null ? code : `${code} ${path}`.trim();
}

/** The host, or that events are of no page. */
export function siteLabel(site: string): string {
  return site === '' ? i18n.t('mutes.noSite') : site;
}
