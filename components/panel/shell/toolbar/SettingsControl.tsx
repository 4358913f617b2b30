import { useSignal } from '@preact/signals';
import { ToolButton } from '#components/kit/Button.tsx';
import { lazy } from '#components/kit/lazy.tsx';
import { i18n } from '#i18n';

const SettingsDialog = lazy(async () => (await import('./SettingsDialog')).SettingsDialog);

/** The way to the panel's settings. */
export function SettingsControl() {
  const open = useSignal(false);
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
