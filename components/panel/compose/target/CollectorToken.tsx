import { type Signal, useSignal } from '@preact/signals';
import { Dialog } from '#components/kit/Dialog.tsx';
import { Icon } from '#components/kit/Icon.tsx';
import { collectorOrigin } from '#core/drafts/collector-url';
import { isLocalhost } from '#core/drafts/site-host';
import { i18n } from '#i18n';
import { canSendToken, type DeliverySettings, withToken } from './delivery-settings';

interface CollectorTokenProps {
  readonly out: Signal<DeliverySettings>;
  /** Who is logged in. */
  readonly entity: { readonly userId: string } | null;
}

/**
 * Whose token goes to the collector.
 * Asked for each host: what is posted by the token's bearer counts as the entity's.
 */
export function CollectorToken({ out, entity }: CollectorTokenProps) {
  const isAsking = useSignal(false);
  const origin = collectorOrigin(out.value.endpoint);
  const isSent = entity !== null && canSendToken(out.value);
  const decide = (isAllowed: boolean) => {
    isAsking.value = false;
    out.value = withToken(out.value, isAllowed);
  };
  return (
    <>
      <label class="target">
        <small>{i18n.t('collector.asEntity')}</small>
        <span class="select">
          <Icon name="key" size={13} />
          <select
            aria-label={i18n.t('collector.asEntity')}
            title={i18n.t('collector.asEntityHint')}
            value={isSent ? 'entity' : 'nobody'}
            onChange={({ currentTarget }) => {
              const wantsToken = currentTarget.value === 'entity';
              currentTarget.value = 'nobody';
              if (wantsToken) isAsking.value = true;
              else decide(false);
            }}
          >
            <option value="nobody">{i18n.t('collector.noEntity')}</option>
            {entity && (
              <option value="entity" disabled={origin === null}>
                {entity.userId}
              </option>
            )}
          </select>
          <Icon name="down" size={13} />
        </span>
        {isSent && origin !== null && <SentNote origin={origin} userId={entity.userId} />}
      </label>
      {isAsking.value && entity !== null && origin !== null && (
        <TokenDialog
          origin={origin}
          userId={entity.userId}
          onAllow={() => decide(true)}
          onCancel={() => decide(false)}
        />
      )}
    </>
  );
}

interface TokenGoal {
  readonly origin: string;
  readonly userId: string;
}

function SentNote({ origin, userId }: TokenGoal) {
  const { host } = new URL(origin);
  return isReadableOnTheWay(origin) ? (
    <span class="bad">{i18n.t('collector.sendToken.activeUnencrypted', { userId, host })}</span>
  ) : (
    <span class="muted">{i18n.t('collector.sendToken.active', { userId, host })}</span>
  );
}

interface TokenDialogProps extends TokenGoal {
  readonly onAllow: () => void;
  readonly onCancel: () => void;
}

function TokenDialog({ origin, userId, onAllow, onCancel }: TokenDialogProps) {
  const { host } = new URL(origin);
  return (
    <Dialog
      title={i18n.t('collector.sendToken.title')}
      action={{ label: i18n.t('collector.sendToken.confirm', { host }), onChoose: onAllow }}
      onSafe={onCancel}
    >
      <p>{i18n.t('collector.sendToken.warning', { userId, host })}</p>
      {isReadableOnTheWay(origin) && <p class="bad">{i18n.t('collector.sendToken.httpWarning', { host })}</p>}
    </Dialog>
  );
}

function isReadableOnTheWay(origin: string): boolean {
  const { protocol, host } = new URL(origin);
  return protocol === 'http:' && !isLocalhost(host);
}
