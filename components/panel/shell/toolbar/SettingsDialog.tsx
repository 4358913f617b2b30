import type { Signal } from '@preact/signals';
import { Dialog } from '#components/kit/Dialog.tsx';
import { Icon } from '#components/kit/Icon.tsx';
import type { PanelSettings } from '#components/panel/app/panel-settings.ts';
import { EarlierSessions } from '#components/panel/captures/EarlierCaptures.tsx';
import { RealSites } from '#components/panel/compose/target/ConfirmedSites.tsx';
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

interface SettingsProps {
  readonly settings: Signal<PanelSettings>;
}

interface SettingsDialogProps extends SettingsProps {
  readonly onClose: () => void;
}

/** The panel's settings, in a dialog. */
export function SettingsDialog({ settings, onClose }: SettingsDialogProps) {
  return (
    <Dialog title={i18n.t('settings.title')} safe={i18n.t('common.close')} onSafe={onClose}>
      <PreserveLog settings={settings} />
      <TimelineChoice settings={settings} />
      <KeepForChoice settings={settings} />
      <EarlierSessions onOpened={onClose} />
      <RealSites settings={settings} />
    </Dialog>
  );
}

function TimelineChoice({ settings }: SettingsProps) {
  const choose = (timeline: boolean) => {
    settings.value = { ...settings.value, timeline };
  };
  return (
    <label class="check">
      <input
        type="checkbox"
        checked={settings.value.timeline}
        onChange={(event) => choose(event.currentTarget.checked)}
      />
      {i18n.t('settings.timeline')}
    </label>
  );
}

function KeepForChoice({ settings }: SettingsProps) {
  const choose = (name: string) => {
    const keepFor = (Object.keys(keepForWords) as readonly KeepFor[]).find((known) => known === name);
    if (keepFor) settings.value = { ...settings.value, keepFor };
  };
  return (
    <label class="setting">
      {i18n.t('settings.keep')}
      <span class="select">
        <select value={settings.value.keepFor} onChange={(event) => choose(event.currentTarget.value)}>
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
