import type { TelemetryRecord } from '../../../lib/journey/record';
import type { Commands } from '../../../lib/panel/commands';
import { countText } from '../../../lib/panel/figures';
import { recordJson } from '../../../lib/panel/record-json';
import { addressLabel, kindLabel, verdictWords } from '../../../lib/panel/words';
import { Tool } from '../../ui/Button';
import { Icon } from '../../ui/Icon';
import { State } from '../../ui/State';

interface DetailHeaderProps {
  readonly record: TelemetryRecord;
  readonly commands: Commands;
  readonly onClose: () => void;
}

/** What it is, how it stands, and what one can do with it. */
export function DetailHeader({ record, commands, onClose }: DetailHeaderProps) {
  const verdict = verdictWords(record);
  return (
    <header>
      <div class="title">
        <h2>{kindLabel(record)}</h2>
        <span class="clip" title={record.headline}>
          {record.headline}
        </span>
        <span class="grow" />
        {record.kind && (
          <button
            type="button"
            class="button"
            aria-label="Edit and resend"
            title="Edit and resend"
            onClick={() => commands.editAndResend(record)}
          >
            <Icon name="edit" size={13} />
            <span class="wide">Edit and resend</span>
          </button>
        )}
        <Tool icon="copy" name="Copy as JSON" onClick={() => commands.copy(recordJson(record), 'as JSON')} />
        <Tool icon="x" name="Close" title="Close (Esc)" onClick={onClose} />
      </div>
      <div class="sub">
        <State icon={verdict.icon} tone={verdict.tone}>
          {verdict.long}
        </State>
        <span>row {countText(record.row)}</span>
        {record.firedBy.from === 'panel' && (
          <State icon="bolt" tone="plain">
            by hand
          </State>
        )}
        <span class="clip" title={record.frame.url}>
          {addressLabel(record.frame.url)}
        </span>
      </div>
    </header>
  );
}
