import { Dialog } from '#components/kit/Dialog.tsx';
import { Icon } from '#components/kit/Icon.tsx';
import { useStore } from '#components/panel/app/stores.ts';
import { keepForSetting } from '#components/panel/captures/capture-settings.ts';
import { EarlierSessions } from '#components/panel/captures/EarlierCaptures.tsx';
import { RealSites } from '#components/panel/compose/target/ConfirmedSites.tsx';
import { TimelineCheckbox } from '#components/panel/timeline/TimelineCheckbox.tsx';
import type { KeepFor } from '#extension/panel/persistence/retention';
import { i18n } from '#i18n';
import { PreserveLog } from './PreserveLog';
import './settings-dialog.css';

const keepForWords = {
  none: 'settings.notAtAll',
  browser: 'settings.untilBrowserCloses',
  day: 'settings.forOneDay',
  week: 'settings.forSevenDays',
} as const satisfies Readonly<Record<KeepFor, string>>;

interface SettingsDialogProps {
  readonly onClose: () => void;
}

/** The panel's settings, in a dialog. */
export function SettingsDialog({ onClose }: SettingsDialogProps) {
  return (
    <Dialog title={i18n.t('settings.title')} safe={i18n.t('common.close')} onSafe={onClose}>
      <PreserveLog />
      <TimelineCheckbox />
      <KeepForChoice />
      <EarlierSessions onOpened={onClose} />
      <RealSites />
    </Dialog>
  );
}

function KeepForChoice() {
  const setting = useStore(keepForSetting);
  const choose = (name: string) => {
    const keepFor = (Object.keys(keepForWords) as readonly KeepFor[]).find((known) => known === name);
    if (keepFor) setting.set(keepFor);
  };
  return (
    <label class="setting">
      {i18n.t('settings.keep')}
      <span class="select">
        <select value={setting.value} onChange={(event) => choose(event.currentTarget.value)}>
          {Object.entries(keepForWords).map(([keepFor, words]) => (
            <option key={keepFor} value={keepFor}>
              {i18n.t(words)}
            </option>
          ))}
        </select>
        <Icon name="down" size={13} />
      </span>
      <small class="muted">{i18n.t('settings.keepHint')}</small>
    </label>
  );
}
