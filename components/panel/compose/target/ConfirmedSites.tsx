import { Button } from '#components/kit/Button.tsx';
import { useStore } from '#components/panel/app/stores.ts';
import { i18n } from '#i18n';
import { confirmedSitesSetting } from '../compose-settings';

/**
 * The sites other than localhost at which the user confirmed that events may be fired.
 * A removed site needs a new confirmation.
 */
export function ConfirmedSites() {
  const setting = useStore(confirmedSitesSetting);
  const sites = setting.value;
  if (sites.length === 0) return null;
  const forget = (site: string) => setting.set(sites.filter((other) => other !== site));
  return (
    <section class="setting" aria-label={i18n.t('settings.confirmedSites')}>
      {i18n.t('settings.confirmedSites')}
      {sites.map((site) => (
        <Button key={site} appearance="text" icon="x" onClick={() => forget(site)}>
          {i18n.t('settings.forgetSite', { site })}
        </Button>
      ))}
    </section>
  );
}
