import type { NavigationMark } from '../../../lib/journey/record';
import { clockTime, countOf } from '../../../lib/panel/figures';
import { pageLabel } from '../../../lib/panel/words';
import { Icon } from '../../ui/Icon';

interface NavigationRowProps {
  readonly mark: NavigationMark;
  readonly index: number;
  readonly top: number;
  readonly focusable: boolean;
}

/** A page load of the tab, between the events before and after it. */
export function NavigationRow({ mark, index, top, focusable }: NavigationRowProps) {
  return (
    <tr
      class="row nav"
      aria-rowindex={index + 2}
      tabIndex={focusable ? 0 : -1}
      data-line={index}
      style={{ top: `${top}px` }}
    >
      <td class="time">{clockTime(mark.at)}</td>
      <td colSpan={5} title={mark.url}>
        <Icon name="nav" size={13} />
        <span class="clip">Navigated to {pageLabel({ frameId: 0, url: mark.url })}</span>
        {mark.lostBefore ? (
          <span class="lost">{countOf(mark.lostBefore, 'event')} lost with the page before</span>
        ) : null}
      </td>
    </tr>
  );
}
