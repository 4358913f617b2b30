import { formatNumber } from '#components/i18n/count-text.ts';
import { readChipValues } from '#core/query/chip-terms';
import type { Counts } from '#core/stream/counts';
import { eventKinds } from '#core/telemetry/kinds';
import { i18n } from '#i18n';
import type { FilterModel } from './filter';
import { chipTitle } from './StateChips';

interface KindChipsProps {
  readonly filter: FilterModel;
  readonly counts: Counts;
  /** Counts that each chip would show under the other terms; null without a filter. */
  readonly filteredCounts: Counts | null;
}

/** One chip per observed kind, in the order of the spec, so that no chip moves when a count changes. */
export function KindChips({ filter, counts, filteredCounts }: KindChipsProps) {
  const pressedKinds = readChipValues(filter.value.value.tokens, 'kind');
  const chipKinds = eventKinds.filter((kind) => (counts.byKind.get(kind) ?? 0) > 0 || pressedKinds.has(kind));
  return (
    <fieldset class="bar plain kinds" aria-label={i18n.t('list.kinds')}>
      <Chip
        name={i18n.t('list.allKinds')}
        total={counts.total}
        filteredCount={filteredCounts?.total ?? null}
        isPressed={pressedKinds.size === 0}
        onClick={() => filter.releaseChips('kind')}
      />
      {chipKinds.map((kind) => (
        <Chip
          key={kind}
          name={kind}
          total={counts.byKind.get(kind) ?? 0}
          filteredCount={filteredCounts && (filteredCounts.byKind.get(kind) ?? 0)}
          isPressed={pressedKinds.has(kind)}
          onClick={() => filter.toggleChip('kind', kind)}
        />
      ))}
    </fieldset>
  );
}

interface ChipProps {
  readonly name: string;
  readonly total: number;
  readonly filteredCount: number | null;
  readonly isPressed: boolean;
  readonly onClick: () => void;
}

function Chip({ name, total, filteredCount, isPressed, onClick }: ChipProps) {
  const title = filteredCount === null ? undefined : chipTitle(name, total, filteredCount);
  return (
    <button type="button" class="chip" tabIndex={-1} aria-pressed={isPressed} title={title} onClick={onClick}>
      {name} <b>{formatNumber(filteredCount ?? total)}</b>
    </button>
  );
}
