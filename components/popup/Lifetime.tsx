import { formatTimeLeft } from '#components/i18n/format.ts';
import type { Lifetime as TimeSpan } from '#core/identity/session';
import { i18n } from '#i18n';

interface LifetimeProps {
  readonly label: string;
  /** The accessible name of the meter. */
  readonly name: string;
  readonly lifetime: TimeSpan;
  readonly endsSoon: boolean;
}

/** What is left of a token: a bar, and the same in figures. */
export function Lifetime({ label, name, lifetime: { left, whole }, endsSoon }: LifetimeProps) {
  const percent = whole === 0 ? 0 : Math.round((left / whole) * 100);
  const text = i18n.t('page.timeOf', { left: formatTimeLeft(left), whole: formatTimeLeft(whole) });
  return (
    <div class="life">
      <span class="muted">{label}</span>
      <div class={endsSoon ? 'meter warn' : 'meter'} aria-hidden="true">
        <i style={{ width: `${percent}%` }} />
      </div>
      <meter class="hidden" aria-label={name} min={0} max={100} value={percent} aria-valuetext={text} />
      <span class="num">{text}</span>
    </div>
  );
}
