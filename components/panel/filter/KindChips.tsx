import { formatNumber } from '#components/i18n/count-text.ts';
import type { Counts } from '#core/journey/counts';
import { type EventKind, eventKinds } from '#core/telemetry/kinds';
import { i18n } from '#i18n';
import type { FilterModel } from './filter';

interface KindChipsProps {
  readonly filter: FilterModel;
  readonly counts: Counts;
}

/** One chip per kind that was seen, in the document's order, so that no chip moves when a count goes up. */
export function KindChips({ filter, counts }: KindChipsProps) {
  const { kinds } = filter.value.value;
  const seen = eventKinds.filter((kind) => counts.byKind.has(kind) || kinds.has(kind));
  return (
    <fieldset class="bar plain kinds" aria-label={i18n.t('list.kinds')}>
      <Chip name={i18n.t('list.allKinds')} count={counts.total} pressed={kinds.size === 0} onClick={filter.allKinds} />
      {seen.map((kind) => (
        <KindChip key={kind} kind={kind} counts={counts} pressed={kinds.has(kind)} onToggle={filter.toggleKind} />
      ))}
    </fieldset>
  );
}

interface KindChipProps {
  readonly kind: EventKind;
  readonly counts: Counts;
  readonly pressed: boolean;
  readonly onToggle: (kind: EventKind) => void;
}

function KindChip({ kind, counts, pressed, onToggle }: KindChipProps) {
  return <Chip name={kind} count={counts.byKind.get(kind) ?? 0} pressed={pressed} onClick={() => onToggle(kind)} />;
}

interface ChipProps {
  readonly name: string;
  readonly count: number;
  readonly pressed: boolean;
  readonly onClick: () => void;
}

function Chip({ name, count, pressed, onClick }: ChipProps) {
  return (
    <button type="button" class="chip" aria-pressed={pressed} onClick={onClick}>
      {name} <b>{formatNumber(count)}</b>
    </button>
  );
}
