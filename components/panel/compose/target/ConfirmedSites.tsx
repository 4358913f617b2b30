import type { Signal } from '@preact/signals';
import { Button } from '#components/kit/Button.tsx';
import type { PanelSettings } from '#components/panel/app/panel-settings.ts';
import { i18n } from '#i18n';

/** The sites beyond this machine at which one said that events may be fired; forgotten, they are asked about again. */
export function RealSites({ settings }: { readonly settings: Signal<PanelSettings> }) {
  const { realSites } = settings.value;
  if (realSites.length === 0) return null;
  const forget = (site: string) => {
    settings.value = { ...settings.value, realSites: realSites.filter((other) => other !== site) };
  };
  return (
    <section class="setting" aria-label={i18n.t('settings.realSites')}>
      {i18n.t('settings.realSites')}
      {realSites.map((site) => (
        <Button key={site} look="text" icon="x" onClick={() => forget(site)}>
          {i18n.t('settings.forgetSite', { site })}
        </Button>
      ))}
    </section>
  );
}
