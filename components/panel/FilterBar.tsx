import type { Counts } from '../../lib/panel/counts';
import { countText } from '../../lib/panel/figures';
import type { FilterModel, StateFilter } from '../../lib/panel/filter';
import { FieldBox } from '../ui/FieldBox';
import { Icon } from '../ui/Icon';
import type { IconName } from '../ui/icon-paths';

interface StateChip {
  readonly state: StateFilter;
  readonly icon: IconName;
  readonly tone: string;
  readonly word: string;
}

const stateChips: readonly StateChip[] = [
  { state: 'invalid', icon: 'invalid', tone: 'bad', word: 'Invalid' },
  { state: 'notices', icon: 'notice', tone: 'warn', word: 'Notices' },
  { state: 'byHand', icon: 'bolt', tone: 'accent', word: 'By hand' },
];

interface FilterBarProps {
  readonly filter: FilterModel;
  readonly counts: Counts;
  /** One is about to type. */
  readonly onPrepare: () => void;
}

/** Free text, and the quick filters by what became of an event. */
export function FilterBar({ filter, counts, onPrepare }: FilterBarProps) {
  const { text, states } = filter.value.value;
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && text !== '') filter.setText('');
  };
  return (
    <search class="bar plain" onFocusIn={onPrepare}>
      <FieldBox
        name="Filter"
        placeholder="Filter: kind, page, mid, any text of the event"
        icon="funnel"
        extra="filter"
        value={text}
        onInput={filter.setText}
        onKeyDown={onKeyDown}
      />
      {stateChips.map(({ state, icon, tone, word }) => (
        <button
          type="button"
          key={state}
          class="chip outlined"
          aria-pressed={states.has(state)}
          title={word}
          onClick={() => filter.toggleState(state)}
        >
          <Icon name={icon} size={13} tone={tone} />
          <span class="word">{word}</span>
          <b>{countText(counts[state])}</b>
        </button>
      ))}
    </search>
  );
}
