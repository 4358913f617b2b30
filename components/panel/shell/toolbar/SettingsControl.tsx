import { ToolButton } from '#components/kit/Button.tsx';
import { lazy } from '#components/kit/lazy.tsx';
import { useStore } from '#components/panel/app/stores.ts';
import { i18n } from '#i18n';
import { settingsDialogStore } from '../settings-dialog-store';

const SettingsDialog = lazy(async () => (await import('./SettingsDialog')).SettingsDialog);

/** The way to the panel's settings. */
export function SettingsControl() {
  const open = useStore(settingsDialogStore);
  const show = (shown: boolean) => {
    open.value = shown;
  };
  return (
    <>
      <ToolButton icon="gear" name={i18n.t('settings.title')} onClick={() => show(true)} />
      {open.value && <SettingsDialog onClose={() => show(false)} />}
    </>
  );
}
