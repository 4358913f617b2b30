import { formatTimeOfDay } from '#components/i18n/format.ts';
import { Button, ToolButton } from '#components/kit/Button.tsx';
import { StatusLabel } from '#components/kit/StatusLabel.tsx';
import type { SessionSummary } from '#core/identity/session';
import { i18n } from '#i18n';

interface EndedCardProps {
  readonly session: SessionSummary;
  readonly now: number;
  readonly onLogInAgain: (session: SessionSummary) => void;
  readonly onLogOut: (session: SessionSummary) => void;
}

/** An entity whose session is over: why, and the two things that are left to do. */
export function EndedCard({ session, now, onLogInAgain, onLogOut }: EndedCardProps) {
  const { userId } = session;
  return (
    <article class="card closed" aria-label={userId}>
      <div class="top">
        <strong class="clip" title={userId}>
          {userId}
        </strong>
        <span class="grow" />
        <StatusLabel icon="invalid" tone="bad">
          {i18n.t('popup.expired')}
        </StatusLabel>
      </div>
      <div class="actions">
        <span class="muted clip">{endOf(session, now)}</span>
        <span class="grow" />
        <Button appearance="text" onClick={() => onLogInAgain(session)}>
          {i18n.t('popup.logInAgain')}
        </Button>
        <ToolButton icon="x" name={i18n.t('popup.forget', { userId })} small onClick={() => onLogOut(session)} />
      </div>
    </article>
  );
}

function endOf({ refreshExpiresAt, trouble }: SessionSummary, now: number): string {
  if (refreshExpiresAt <= now)
    return i18n.t('popup.session.refreshExpired', { refreshExpiresAt: formatTimeOfDay(refreshExpiresAt) });
  return i18n.t('popup.session.rejectedAt', { at: formatTimeOfDay(trouble?.at ?? now) });
}
