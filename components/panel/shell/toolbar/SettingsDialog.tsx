import { Dialog } from '#components/kit/Dialog.tsx';
import { settingsSections } from '#components/panel/app/registries.ts';
import { useStore } from '#components/panel/app/stores.ts';
import { i18n } from '#i18n';
import { dialogFeatures } from '../dialog-features';
import './settings-dialog.css';

/** The panel's settings: the sections that features registered. */
export function SettingsDialog({ onClose }: { readonly onClose: () => void }) {
  useStore(dialogFeatures);
  const { parts } = useStore(settingsSections);
  return (
    <Dialog title={i18n.t('settings.title')} cancelLabel={i18n.t('common.close')} onCancel={onClose}>
      {parts.map((Section, index) => (
        <Section key={String(index)} onClose={onClose} />
      ))}
    </Dialog>
  );
}
