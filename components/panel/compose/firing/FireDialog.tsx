import { formatNumber } from '#components/i18n/count-text.ts';
import { shortFindingText } from '#components/i18n/finding-text.ts';
import { Dialog } from '#components/kit/Dialog.tsx';
import { useStore } from '#components/panel/app/stores.ts';
import { liveListStore } from '#components/panel/event-list/event-list.ts';
import { listFrames, targetLabel } from '#components/panel/event-list/frames.ts';
import type { Finding } from '#core/telemetry/findings';
import { i18n } from '#i18n';
import { composeStore } from '../compose-state';
import type { Draft } from '../draft/composer';
import { siteLabel, siteOfTarget } from '../target/site-confirmation';

interface FireDialogProps {
  readonly draft: Draft;
  readonly onFire: () => void;
  readonly onCancel: () => void;
}

/** More errors would push the buttons out of view. The form and the JSON show all errors. */
const MAX_ERRORS = 4;

/** Confirms that an event with errors is fired. */
export function FireDialog({ draft, onFire, onCancel }: FireDialogProps) {
  const { delivery, wirePreview } = useStore(composeStore);
  const target = useStore(liveListStore).get(listFrames).target.value;
  const name = draft.kind.toUpperCase();
  const { transport, endpoint } = delivery.value;
  const isPosted = transport === 'collector';
  const parsed = draft.parsed.value;
  const draftFindings = parsed.status === 'parsed' ? parsed.findings : [];
  const eventFindings = wirePreview.value?.verdict.findings ?? [];
  return (
    <Dialog
      title={i18n.t('compose.confirmInvalid.title')}
      action={{ label: i18n.t('compose.confirmInvalid.fire', { kind: name }), onSelect: onFire }}
      cancelLabel={i18n.t('compose.confirmInvalid.cancel')}
      onCancel={onCancel}
    >
      <p>{isPosted ? i18n.t('compose.confirmInvalid.postWarning') : i18n.t('compose.confirmInvalid.warning')}</p>
      <dl class="facts">
        <dt>{i18n.t('compose.event')}</dt>
        <dd>
          <code>{name}</code>
        </dd>
        <dt>{i18n.t('compose.findings')}</dt>
        <dd>
          <Errors findings={isPosted ? eventFindings : draftFindings} />
        </dd>
        {isPosted ? (
          <>
            <dt>{i18n.t('compose.collector')}</dt>
            <dd>{endpoint}</dd>
          </>
        ) : (
          <>
            <dt>{i18n.t('compose.frame')}</dt>
            <dd>{target ? targetLabel(target) : i18n.t('compose.noFrame')}</dd>
            <dt>{i18n.t('compose.site')}</dt>
            <dd>{target && siteLabel(siteOfTarget(target))}</dd>
          </>
        )}
      </dl>
    </Dialog>
  );
}

function Errors({ findings }: { readonly findings: readonly Finding[] }) {
  const errors = findings.filter((finding) => finding.severity === 'error');
  return (
    <ul>
      {errors.slice(0, MAX_ERRORS).map((finding, index) => (
        <li key={String(index)}>{shortFindingText(finding)}</li>
      ))}
      {errors.length > MAX_ERRORS && (
        <li class="muted">{i18n.t('detail.andMore', { n: formatNumber(errors.length - MAX_ERRORS) })}</li>
      )}
    </ul>
  );
}
