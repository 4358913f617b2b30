import { memo } from 'preact/compat';
import type { TelemetryRecord } from '../../../lib/journey/record';
import { clockTime } from '../../../lib/panel/figures';
import { journeyWordsOf, kindLabel, pageLabel, verdictWords } from '../../../lib/panel/words';
import { Icon } from '../../ui/Icon';
import { Pips } from '../../ui/Pips';
import { State } from '../../ui/State';

interface RecordRowProps {
  readonly record: TelemetryRecord;
  readonly selected: boolean;
  /** Line of the list, from 0. */
  readonly index: number;
  /** Pixels from the top of the list. */
  readonly top: number;
  readonly focusable: boolean;
}

/** One event in one line. Records never change, so a row is drawn anew only when its own record is replaced. */
export const RecordRow = memo(function RecordRow({ record, selected, index, top, focusable }: RecordRowProps) {
  const verdict = verdictWords(record);
  return (
    <tr
      class="row"
      aria-rowindex={index + 2}
      aria-selected={selected}
      tabIndex={focusable ? 0 : -1}
      data-line={index}
      style={{ top: `${top}px` }}
    >
      <td class="time">{clockTime(record.at)}</td>
      <td class="kind" title={record.kind ? undefined : record.name}>
        {kindLabel(record)}
      </td>
      <td class="headline">
        <span class="clip">{record.headline}</span>
        {record.firedBy.from === 'panel' && <ByHand />}
      </td>
      <JourneyCell record={record} />
      <td>
        <State icon={verdict.icon} tone={verdict.tone}>
          {verdict.short}
        </State>
      </td>
      <td class="page" title={record.frame.url}>
        {record.frame.frameId !== 0 && <Icon name="frame" size={13} />}
        <span class="clip">{pageLabel(record.frame)}</span>
      </td>
    </tr>
  );
});

function JourneyCell({ record }: { readonly record: TelemetryRecord }) {
  const { state, alteration, word, tone, sentence } = journeyWordsOf(record);
  return (
    <td class="journey">
      <span class={`state ${tone}`} title={sentence}>
        <Pips state={state} alteration={alteration} />
        <span class="word">{word}</span>
      </span>
    </td>
  );
}

function ByHand() {
  return (
    <span class="tag accent" title="Fired by hand from Compose">
      <Icon name="bolt" size={13} />
      <span class="word">by hand</span>
    </span>
  );
}
