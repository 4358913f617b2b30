import { formatCount } from '#components/i18n/count-text.ts';
import { formatClockTime } from '#components/i18n/format.ts';
import { formatPageLabel } from '#components/i18n/journey-labels.ts';
import { Icon } from '#components/kit/Icon.tsx';
import type { NavigationMark } from '#core/journey/record';
import { i18n } from '#i18n';
import type { Column } from '../columns/columns';

interface NavigationRowProps {
  readonly mark: NavigationMark;
  readonly columns: readonly Column[];
  readonly level: 2 | null;
  readonly index: number;
  readonly top: number;
  readonly focusable: boolean;
}

/** A page load of the tab, between the events before and after it. */
export function NavigationRow({ mark, columns, level, index, top, focusable }: NavigationRowProps) {
  const before = columns.slice(0, columns.findIndex(({ id }) => id === 'time') + 1);
  return (
    <tr
      class="row nav"
      aria-rowindex={index + 2}
      aria-level={level ?? undefined}
      tabIndex={focusable ? 0 : -1}
      data-line={index}
      style={{ top: `${top}px` }}
    >
      {before.map(({ id }) => (
        <td key={id} class={id}>
          {id === 'time' && formatClockTime(mark.at)}
        </td>
      ))}
      <td colSpan={columns.length - before.length} title={mark.url}>
        <Icon name="nav" size={13} />
        <span class="clip">{i18n.t('list.navigated', { page: formatPageLabel({ frameId: 0, url: mark.url }) })}</span>
        {mark.lostBefore ? (
          <span class="lost">{i18n.t('list.lostOnUnload', { events: formatCount(mark.lostBefore, 'event') })}</span>
        ) : null}
      </td>
    </tr>
  );
}
