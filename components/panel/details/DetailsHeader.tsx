import type { ComponentChildren } from 'preact';
import { countText } from '#components/i18n/count-text.ts';
import { headlineText } from '#components/i18n/headline-text.ts';
import { addressLabel, verdictWords } from '#components/i18n/journey-labels.ts';
import { Tool } from '#components/kit/Button.tsx';
import { State } from '#components/kit/StatusLabel.tsx';
import { useApp, useStore } from '#components/panel/app/stores.ts';
import { recordJson } from '#core/formats/record-json';
import type { TelemetryRecord } from '#core/journey/record';
import { kindLabel } from '#core/journey/record';
import { i18n } from '#i18n';
import { detailSetting } from './details-settings';
import { useDetailPlace } from './use-details-position';

interface DetailHeaderProps {
  readonly record: TelemetryRecord;
  readonly actions: ComponentChildren;
  readonly onClose: () => void;
}

/** Moves the details beside the list or below it, where there is room for both. */
function SideSwitch() {
  const setting = useStore(detailSetting);
  const { place, room } = useDetailPlace();
  if (room === 'narrow') return null;
  const other = place === 'right' ? 'below' : 'right';
  const move = () => {
    setting.set({ ...setting.value, side: other });
  };
  const name = other === 'right' ? i18n.t('detail.dockRight') : i18n.t('detail.dockBottom');
  return <Tool icon={other === 'right' ? 'dock-right' : 'dock-below'} name={name} onClick={move} />;
}

/** What it is, how it stands, and what one can do with it. */
export function DetailHeader({ record, actions, onClose }: DetailHeaderProps) {
  const { commands } = useApp();
  const verdict = verdictWords(record);
  return (
    <header>
      <div class="title">
        <h2>{kindLabel(record)}</h2>
        <bdi class="clip" title={headlineText(record)}>
          {headlineText(record)}
        </bdi>
        <span class="grow" />
        {actions}
        <Tool
          icon="copy"
          name={i18n.t('detail.copyJson')}
          onClick={() => commands.copy(recordJson(record), i18n.t('detail.asJson'))}
        />
        <SideSwitch />
        <Tool icon="x" name={i18n.t('common.close')} title={i18n.t('detail.close')} onClick={onClose} />
      </div>
      <div class="sub">
        <State icon={verdict.icon} tone={verdict.tone}>
          {verdict.long}
        </State>
        <span>{i18n.t('detail.row', { n: countText(record.row) })}</span>
        {record.firedBy.from === 'panel' && (
          <State icon="bolt" tone="plain">
            {i18n.t('list.manual')}
          </State>
        )}
        <span class="clip" title={record.frame.url}>
          {addressLabel(record.frame.url)}
        </span>
      </div>
    </header>
  );
}
