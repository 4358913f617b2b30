import { formatShortDuration, formatTimeLeft } from '#components/i18n/format.ts';
import { Icon } from '#components/kit/Icon.tsx';
import type { EpochMilliseconds } from '#core/journey/record';
import type { ActiveEntity } from '#extension/protocol/acting-state';
import { i18n } from '#i18n';

interface EntityChipProps {
  readonly entity: ActiveEntity | null;
  readonly now: EpochMilliseconds;
}

const SOON_MS = 60_000;

/** The test entity that is logged in, with what is left of its access token. Logging in is the popup's. */
export function EntityChip({ entity, now }: EntityChipProps) {
  if (!entity) {
    return (
      <span class="entity" title={i18n.t('toolbar.logInHint')}>
        <Icon name="key" size={13} tone="muted" />
        <span class="muted wide">{i18n.t('toolbar.noEntity')}</span>
        <span class="muted narrow">{i18n.t('toolbar.noEntityShort')}</span>
      </span>
    );
  }
  const left = entity.accessExpiresAt - now;
  const ended = i18n.t('toolbar.expired');
  const said =
    left > 0 ? i18n.t('toolbar.timeLeft', { time: formatShortDuration(Math.ceil(left / 1000) * 1000) }) : ended;
  return (
    <span class="entity" title={i18n.t('toolbar.actingAs', { entity: entity.userId, left: said })}>
      <Icon name="key" size={13} />
      <span class="wide clip">{entity.userId}</span>
      <span class={`num ${left < SOON_MS ? 'warn' : 'muted'}`}>{left > 0 ? formatTimeLeft(left) : ended}</span>
    </span>
  );
}
