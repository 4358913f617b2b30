import { formatNumber } from '#components/i18n/count-text.ts';
import { Dialog } from '#components/kit/Dialog.tsx';
import { targetLabel } from '#components/panel/event-list/frames.ts';
import type { FiringTarget } from '#core/journey/watched-frame';
import type { Violation } from '#core/negative-tests/violation';
import { i18n } from '#i18n';

interface FireViolationsDialogProps {
  readonly violations: readonly Violation[];
  readonly host: string;
  readonly target: FiringTarget | null;
  readonly onFire: () => void;
  readonly onCancel: () => void;
}

/** Asks once per site before events are fired there that are wrong by the definition. */
export function FireViolationsDialog({ violations, host, target, onFire, onCancel }: FireViolationsDialogProps) {
  const n = formatNumber(violations.length);
  return (
    <Dialog
      title={i18n.t('violations.confirm.title')}
      action={{ label: i18n.t('violations.confirm.fire', violations.length, { n }), onChoose: onFire }}
      safe={i18n.t('violations.confirm.cancel')}
      onSafe={onCancel}
    >
      <p>{i18n.t('violations.confirm.warning')}</p>
      <dl class="facts">
        <dt>{i18n.t('violations.events')}</dt>
        <dd>{n}</dd>
        <dt>{i18n.t('violations.frame')}</dt>
        <dd>{target ? targetLabel(target) : i18n.t('violations.noFrame')}</dd>
        <dt>{i18n.t('violations.site')}</dt>
        <dd>{host}</dd>
      </dl>
      {violations.some(({ changesSdkState: sticks }) => sticks) && (
        <p class="muted">{i18n.t('violations.confirm.stateWarning')}</p>
      )}
    </Dialog>
  );
}
