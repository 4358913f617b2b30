import type { EpochMilliseconds } from '../../../lib/journey/record';
import { gapText, timeLeft } from '../../../lib/panel/figures';
import type { ActiveEntity } from '../../../lib/panel/panel-model';
import { Icon } from '../../ui/Icon';

interface EntityChipProps {
  readonly entity: ActiveEntity | null;
  readonly now: EpochMilliseconds;
}

const SOON_MS = 60_000;

/** The test entity that is logged in, with what is left of its access token. Logging in is the popup's. */
export function EntityChip({ entity, now }: EntityChipProps) {
  if (!entity) {
    return (
      <span class="entity" title="Log in with the extension’s button in the browser’s toolbar">
        <Icon name="key" size={13} tone="muted" />
        <span class="muted wide">No test entity</span>
        <span class="muted narrow">None</span>
      </span>
    );
  }
  const left = entity.accessExpiresAt - now;
  const said = left > 0 ? `${gapText(Math.floor(left / 1000) * 1000)} left` : 'ended';
  return (
    <span class="entity" title={`Acting as ${entity.userId}. Access token: ${said}`}>
      <Icon name="key" size={13} />
      <span class="wide clip">{entity.userId}</span>
      <span class={`num ${left < SOON_MS ? 'warn' : 'muted'}`}>{left > 0 ? timeLeft(left) : 'ended'}</span>
    </span>
  );
}
