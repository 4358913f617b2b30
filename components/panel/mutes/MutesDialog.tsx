import { Button, ToolButton } from '#components/kit/Button.tsx';
import { Dialog } from '#components/kit/Dialog.tsx';
import { useApp, useStore, useStores } from '#components/panel/app/stores.ts';
import { useEventList } from '#components/panel/event-list/event-list.ts';
import { mutesSetting } from '#components/panel/event-list/judging/muted-findings.ts';
import { formatIgnoreConfig, type Mute, siteOfRecord } from '#core/report/mutes';
import { i18n } from '#i18n';
import { formatMute, removeMutes, siteLabel } from './mute-finding';
import './mutes-dialog.css';

/** Muted findings by site, with actions to unmute or to export them for the command line. */
export function MutesDialog({ onClose }: { readonly onClose: () => void }) {
  const mutes = useStore(mutesSetting).value;
  const shown = useShownSites();
  const sites = [...new Set(mutes.map(({ site }) => site))];
  const ordered = [...sites.filter((site) => shown.has(site)), ...sites.filter((site) => !shown.has(site))];
  return (
    <Dialog title={i18n.t('mutes.title')} appearance="wide" safe={i18n.t('common.close')} onSafe={onClose}>
      <p class="muted">{i18n.t(sites.length === 0 ? 'mutes.none' : 'mutes.intro')}</p>
      {ordered.map((site) => (
        <SiteMutes key={site} site={site} mutes={mutes.filter((mute) => mute.site === site)} />
      ))}
    </Dialog>
  );
}

/** The site of the page, and those of the events that are listed. */
function useShownSites(): ReadonlySet<string> {
  const { watching } = useApp();
  const { records } = useEventList();
  return new Set([
    watching.value.host,
    ...records.all().flatMap((each) => (each.summary.muted > 0 ? [siteOfRecord(each)] : [])),
  ]);
}

function SiteMutes({ site, mutes }: { readonly site: string; readonly mutes: readonly Mute[] }) {
  const stores = useStores();
  const { commands } = useApp();
  const name = siteLabel(site);
  const copy = () => commands.copy(formatIgnoreConfig(mutes, site), () => i18n.t('mutes.asConfig'));
  return (
    <section class="site-mutes" aria-label={name}>
      <header>
        <h3 class="clip">{name}</h3>
        <span class="grow" />
        <Button appearance="text" title={i18n.t('mutes.copyHint')} onClick={copy}>
          {i18n.t('mutes.copy')}
        </Button>
        <Button
          appearance="text"
          title={i18n.t('mutes.saveHint')}
          onClick={() => commands.download('telemetry-v3.config.json', formatIgnoreConfig(mutes, site))}
        >
          {i18n.t('mutes.save')}
        </Button>
      </header>
      <ul>
        {mutes.map((mute) => (
          <li key={formatMute(mute)}>
            <code class="clip">{mute.code}</code>
            <span class="clip mono">
              {mute.path === null ? i18n.t('mutes.everyPath') : mute.path || i18n.t('mutes.whole')}
            </span>
            <ToolButton
              icon="trash"
              small
              name={i18n.t('mutes.remove', { name: formatMute(mute) })}
              onClick={() => removeMutes(stores, [mute])}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}
