import { formatNumber } from '#components/i18n/count-text.ts';
import { chipValues } from '#core/query/chip-terms';
import type { Counts } from '#core/stream/counts';
import { eventKinds } from '#core/telemetry/kinds';
import { i18n } from '#i18n';
import type { FilterModel } from './filter';
import { chipTitle } from './StateChips';

interface KindChipsProps {
  readonly filter: FilterModel;
  readonly counts: Counts;
  /** Counts that each chip would show under the other terms; null without a filter. */
  readonly shown: Counts | null;
}

/** One chip per observed kind, in the order of the spec, so that no chip moves when a count changes. */
export function KindChips({ filter, counts, shown }: KindChipsProps) {
  const pressed = chipValues(filter.value.value.tokens, 'kind');
  const shownKinds = eventKinds.filter((kind) => (counts.byKind.get(kind) ?? 0) > 0 || pressed.has(kind));
  return (
    <fieldset class="bar plain kinds" aria-label={i18n.t('list.kinds')}>
      <Chip
        name={i18n.t('list.allKinds')}
        total={counts.total}
        shown={shown ? shown.total : null}
        pressed={pressed.size === 0}
        onClick={() => filter.releaseChips('kind')}
      />
      {shownKinds.map((kind) => (
        <Chip
          key={kind}
          name={kind}
          total={counts.byKind.get(kind) ?? 0}
          shown={shown && (shown.byKind.get(kind) ?? 0)}
          pressed={pressed.has(kind)}
          onClick={() => filter.toggleChip('kind', kind)}
        />
      ))}
    </fieldset>
  );
}

interface ChipProps {
  readonly name: string;
  readonly total: number;
  readonly shown: number | null;
  readonly pressed: boolean;
  readonly onClick: () => void;
}

function Chip({ name, total, shown, pressed, onClick }: ChipProps) {
  const title = shown === null ? undefined : chipTitle(name, total, shown);
  return (
    <button type="button" class="chip" tabIndex={-1} aria-pressed={pressed} title={title} onClick={onClick}>
      {name} <b>{formatNumber(shown ?? total)}</b>
    </button>
  );
}
