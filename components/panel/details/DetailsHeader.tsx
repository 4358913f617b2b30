import type { ComponentChildren } from 'preact';
import { headlineText } from '#components/i18n/headline-text.ts';
import { formatUrlLabel, verdictLabels } from '#components/i18n/journey-labels.ts';
import { ToolButton } from '#components/kit/Button.tsx';
import { StatusLabel } from '#components/kit/StatusLabel.tsx';
import { useApp } from '#components/panel/app/stores.ts';
import { useEventList } from '#components/panel/event-list/event-list.ts';
import { RowLink } from '#components/panel/event-list/RowLink.tsx';
import { recordJson } from '#core/formats/record-json';
import { kindLabel } from '#core/journey/record';
import type { JudgedRecord } from '#core/stream/judged-record';
import { i18n } from '#i18n';
import { DetailsSideSwitch } from './DetailsSideSwitch';

interface DetailsHeaderProps {
  readonly record: JudgedRecord;
  readonly actions: ComponentChildren;
  readonly onClose: () => void;
}

/** What it is, how it stands, and what one can do with it. */
export function DetailsHeader({ record, actions, onClose }: DetailsHeaderProps) {
  const { commands } = useApp();
  const list = useEventList();
  const verdict = verdictLabels(record);
  return (
    <header>
      <div class="title">
        <h2>{kindLabel(record)}</h2>
        <bdi class="clip" title={headlineText(record)}>
          {headlineText(record)}
        </bdi>
        <span class="grow" />
        {actions}
        <ToolButton
          icon="copy"
          name={i18n.t('detail.copyJson')}
          onClick={() => commands.copy(recordJson(record), () => i18n.t('detail.asJson'))}
        />
        <DetailsSideSwitch />
        <ToolButton icon="x" name={i18n.t('common.close')} title={i18n.t('detail.close')} onClick={onClose} />
      </div>
      <div class="sub">
        <StatusLabel icon={verdict.icon} tone={verdict.tone}>
          {verdict.long}
        </StatusLabel>
        <RowLink list={list} row={record.row} />
        {record.firedBy.type === 'panel' && (
          <StatusLabel icon="bolt" tone="plain">
            {i18n.t('list.manual')}
          </StatusLabel>
        )}
        <span class="clip" title={record.frame.url}>
          {formatUrlLabel(record.frame.url)}
        </span>
      </div>
    </header>
  );
}
