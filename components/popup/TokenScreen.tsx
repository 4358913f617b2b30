import { formatDateTime, formatTimeLeft } from '#components/i18n/format.ts';
import { messageText } from '#components/i18n/message-text.ts';
import { Button, ToolButton } from '#components/kit/Button.tsx';
import { Icon } from '#components/kit/Icon.tsx';
import { tokenWarnings } from '#components/popup/token-warnings.ts';
import { isTokenLarge, type SessionSummary } from '#core/identity/session';
import { type ClaimRow, toClaimRows } from '#core/identity/token-claims';
import type { TokenView } from '#extension/protocol/identity-protocol';
import { i18n } from '#i18n';
import { useFocusOnMount } from './focus';
import { LargeToken } from './LargeToken';

interface TokenScreenProps {
  readonly session: SessionSummary;
  /** The decoded token, or `null` if it is not a JSON Web Token. */
  readonly view: TokenView | null;
  readonly now: number;
  readonly onCopyToken: () => void;
  readonly onCopyHeader: () => void;
  readonly onCopyCurl: () => void;
  readonly onLeave: () => void;
}

/**
 * The claims of an access token with their meanings, and warnings.
 * Never shows the token itself.
 */
export function TokenScreen({ session, view, now, ...callbacks }: TokenScreenProps) {
  const heading = useFocusOnMount<HTMLHeadingElement>();
  return (
    <section class="token-screen" aria-label={i18n.t('popup.tokenOf', { userId: session.userId })}>
      <h2 ref={heading} tabIndex={-1}>
        {i18n.t('popup.tokenOf', { userId: session.userId })} <span class="grow" />
        <ToolButton icon="x" name={i18n.t('popup.token.back')} small onClick={callbacks.onLeave} />
      </h2>
      {isTokenLarge(session) && <LargeToken session={session} />}
      {view === null ? <p class="muted">{i18n.t('popup.token.opaque')}</p> : <Claims view={view} now={now} />}
      <div class="actions">
        <Button appearance="text" icon="copy" onClick={callbacks.onCopyToken}>
          {i18n.t('popup.copyToken')}
        </Button>
        <Button appearance="text" icon="copy" onClick={callbacks.onCopyHeader}>
          {i18n.t('popup.copyHeader')}
        </Button>
        <Button appearance="text" icon="copy" onClick={callbacks.onCopyCurl}>
          {i18n.t('popup.copyAsCurl')}
        </Button>
      </div>
    </section>
  );
}

function Claims({ view, now }: { readonly view: TokenView; readonly now: number }) {
  return (
    <>
      {tokenWarnings(view, now).map((warning) => (
        <p class="note" key={warning}>
          <Icon name="notice" size={13} />
          <span>{warning}</span>
        </p>
      ))}
      <dl class="claims">
        {toClaimRows(view).map((row) => (
          <div key={row.name}>
            <dt>
              <code>{row.name}</code>
            </dt>
            <dd>
              <span class="mono">{row.time === null ? messageText(row.value) : formatDateTime(row.time)}</span>
              {row.time !== null && row.name === 'exp' && <span class="tabular"> {endLabel(row, now)}</span>}
              {row.meaning !== null && <span class="muted meaning">{messageText(row.meaning)}</span>}
            </dd>
          </div>
        ))}
      </dl>
      <p class="muted small-print">
        {i18n.t('popup.token.algorithm', { algorithm: view.algorithm ?? i18n.t('popup.token.unsigned') })}
      </p>
    </>
  );
}

function endLabel({ time }: ClaimRow, now: number): string {
  const remainingMs = (time ?? 0) - now;
  return remainingMs > 0
    ? i18n.t('popup.left', { left: formatTimeLeft(remainingMs) })
    : i18n.t('popup.token.claimExpired');
}
