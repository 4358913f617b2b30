import { formatShortDuration, formatTimeLeft } from '#components/i18n/format.ts';
import { Icon } from '#components/kit/Icon.tsx';
import type { EpochMilliseconds } from '#core/journey/record';
import { i18n } from '#i18n';
import type { ActiveEntity } from '#panel/acting-state';

interface EntityChipProps {
  readonly entity: ActiveEntity | null;
  readonly now: EpochMilliseconds;
  /** Opens the popup, in which entities log in. */
  readonly onOpen: () => void;
  /** Why logging in is not possible here. */
  readonly unavailable: string | null;
}

const SOON_MS = 60_000;

/** The test entity that is logged in, with what is left of its access token, or the way to log in. */
export function EntityChip({ entity, now, onOpen, unavailable }: EntityChipProps) {
  if (!entity) {
    const name = i18n.t('toolbar.logIn');
    return (
      <button
        type="button"
        class="entity"
        aria-label={name}
        aria-disabled={unavailable === null ? undefined : true}
        title={unavailable ?? i18n.t('toolbar.logInHint')}
        onClick={() => unavailable === null && onOpen()}
      >
        <Icon name="key" size={13} tone="muted" />
        <span class="word">{name}</span>
      </button>
    );
  }
  const left = entity.accessExpiresAt - now;
  const ended = i18n.t('toolbar.expired');
  const label =
    left > 0 ? i18n.t('toolbar.timeLeft', { time: formatShortDuration(Math.ceil(left / 1000) * 1000) }) : ended;
  const title = i18n.t('toolbar.actingAs', { entity: entity.userId, left: label });
  return (
    <button type="button" class="entity" title={title} onClick={onOpen}>
      <Icon name="key" size={13} />
      <span class="wide clip">{entity.userId}</span>
      <span class={`num ${left < SOON_MS ? 'warn' : 'muted'}`}>{left > 0 ? formatTimeLeft(left) : ended}</span>
    </button>
  );
}
