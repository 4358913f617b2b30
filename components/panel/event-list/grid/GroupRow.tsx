import { formatNumber } from '#components/i18n/count-text.ts';
import { Icon } from '#components/kit/Icon.tsx';
import { StatusLabel } from '#components/kit/StatusLabel.tsx';
import { i18n } from '#i18n';
import type { GroupLine } from '../order/list-lines';

interface GroupRowProps {
  readonly group: GroupLine;
  readonly columns: number;
  readonly index: number;
  readonly top: number;
  readonly focusable: boolean;
}

/** The head of a group: what it is of, and how it stands with its events. */
export function GroupRow({ group, columns, index, top, focusable }: GroupRowProps) {
  const { label, open, events, invalid, lost } = group;
  return (
    <tr
      class="row group"
      aria-rowindex={index + 2}
      aria-level={1}
      aria-expanded={open}
      tabIndex={focusable ? 0 : -1}
      data-line={index}
      style={{ top: `${top}px` }}
    >
      <td colSpan={columns} title={label}>
        <Icon name={open ? 'down' : 'right'} size={13} />
        <bdi class="clip">{label}</bdi>
        <span class="muted num">{i18n.t('status.events', events, { n: formatNumber(events) })}</span>
        {invalid > 0 && (
          <StatusLabel icon="invalid" tone="bad">
            {i18n.t('status.invalid', { n: formatNumber(invalid) })}
          </StatusLabel>
        )}
        {lost > 0 && (
          <StatusLabel icon="lost" tone="lost">
            {i18n.t('status.lost', { n: formatNumber(lost) })}
          </StatusLabel>
        )}
      </td>
    </tr>
  );
}
