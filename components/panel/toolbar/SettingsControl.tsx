import { type Signal, useSignal } from '@preact/signals';
import { i18n } from '#i18n';
import type { Earlier } from '../../../lib/panel/earlier';
import type { PanelSettings } from '../../../lib/panel/panel-settings';
import { Tool } from '../../ui/Button';
import { lazy } from '../../ui/on-demand';

interface SettingsControlProps {
  readonly settings: Signal<PanelSettings>;
  readonly earlier: Earlier;
}

const SettingsDialog = lazy(async () => (await import('./SettingsDialog')).SettingsDialog);

/** The way to the panel's settings. */
export function SettingsControl({ settings, earlier }: SettingsControlProps) {
  const open = useSignal(false);
  const show = (shown: boolean) => {
    open.value = shown;
  };
  return (
    <>
      <Tool icon="gear" name={i18n.t('settings.title')} onClick={() => show(true)} />
      {open.value && <SettingsDialog settings={settings} earlier={earlier} onClose={() => show(false)} />}
    </>
  );
}
