import { Button, ToolButton } from '#components/kit/Button.tsx';
import { Icon } from '#components/kit/Icon.tsx';
import { StatusLabel } from '#components/kit/StatusLabel.tsx';
import { isFinalFailure } from '#core/identity/failure';
import { accessLifetime, isTokenLarge, refreshLifetime, type SessionSummary } from '#core/identity/session';
import { i18n } from '#i18n';
import { ActInTab, type ActingInTab } from './ActInTab';
import { EndedCard } from './EndedCard';
import { LargeToken } from './LargeToken';
import { Lifetime } from './Lifetime';
import { stateOf } from './model/session-state';

export interface SessionCallbacks {
  readonly onCopyToken: (session: SessionSummary) => void;
  readonly onCopyHeader: (session: SessionSummary) => void;
  readonly onRefresh: (session: SessionSummary) => void;
  readonly onLogOut: (session: SessionSummary) => void;
  readonly onActAs: (session: SessionSummary) => void;
  readonly onLogInAgain: (session: SessionSummary) => void;
  readonly onShowToken: (session: SessionSummary) => void;
  /** Puts its token on this tab's requests to the registry, or takes it off. */
  readonly onActInTab: (session: SessionSummary, on: boolean) => void;
}

interface SessionCardProps extends SessionCallbacks {
  readonly session: SessionSummary;
  readonly inUse: boolean;
  readonly now: number;
  readonly isRefreshing: boolean;
  /** Null if there is no tab or no registry URL. */
  readonly acting: ActingInTab | null;
  /** What went wrong at the last refresh, in words. */
  readonly trouble: string | null;
}

const stateLabels = () =>
  ({
    refreshing: { icon: 'refresh', tone: 'calm', word: i18n.t('popup.refreshing') },
    'in-use': { icon: 'valid', tone: 'ok', word: i18n.t('popup.inUse') },
    active: { icon: 'valid', tone: 'calm', word: i18n.t('popup.active') },
    'ends-soon': { icon: 'waiting', tone: 'warn', word: i18n.t('popup.session.expiresSoon') },
  }) as const;

/** One logged-in entity: how long it lasts, and what can be done with it. */
export function SessionCard(props: SessionCardProps) {
  const { session, inUse, now, acting, onActInTab, trouble } = props;
  const state = stateOf(session, inUse, now, props.isRefreshing);
  if (state === 'expired') return <EndedCard {...props} />;
  const { icon, tone, word } = stateLabels()[state];
  const access = accessLifetime(session, now);
  const refresh = refreshLifetime(session, now);
  return (
    <article class={inUse ? 'card active' : 'card'} aria-label={session.userId} aria-current={inUse}>
      <div class="top">
        <strong class="clip" title={session.userId}>
          {session.userId}
        </strong>
        <span class="grow" />
        <StatusLabel icon={icon} tone={tone}>
          {word}
        </StatusLabel>
      </div>
      <Lifetime
        label={i18n.t('popup.access')}
        name={i18n.t('popup.accessToken')}
        lifetime={access}
        endsSoon={state === 'ends-soon'}
      />
      <Lifetime
        label={i18n.t('popup.refresh')}
        name={i18n.t('popup.refreshToken')}
        lifetime={refresh}
        endsSoon={refresh.left <= 60_000}
      />
      {isTokenLarge(session) && <LargeToken session={session} />}
      {trouble !== null && (
        <p class="note">
          <Icon name="notice" size={13} />
          <span class="grow">{trouble}</span>
          {isRefused(session) && (
            <Button appearance="text" onClick={() => props.onLogInAgain(session)}>
              {i18n.t('popup.logInAgain')}
            </Button>
          )}
        </p>
      )}
      {inUse && acting !== null && (
        <ActInTab
          isOn={acting.sessionId === session.id}
          hosts={acting.hosts}
          onChange={(on) => onActInTab(session, on)}
        />
      )}
      <Actions {...props} />
    </article>
  );
}

/** Whether the refresh was refused for good, so that only a new log-in helps. */
const isRefused = ({ trouble }: SessionSummary) => trouble !== null && isFinalFailure(trouble.failure);

function Actions(props: SessionCardProps) {
  const { session, inUse, onCopyToken, onCopyHeader, onShowToken, onRefresh, onLogOut, onActAs } = props;
  const { userId } = session;
  return (
    <div class="actions">
      {inUse ? (
        <>
          <Button appearance="text" icon="copy" onClick={() => onCopyToken(session)}>
            {i18n.t('popup.copyToken')}
          </Button>
          <Button appearance="text" icon="copy" onClick={() => onCopyHeader(session)}>
            {i18n.t('popup.copyHeader')}
          </Button>
        </>
      ) : (
        <Button appearance="text" icon="person" onClick={() => onActAs(session)}>
          <span class="clip">{i18n.t('popup.actAs.button', { userId })}</span>
        </Button>
      )}
      <span class="grow" />
      <ToolButton
        icon="eye"
        name={i18n.t('popup.token.showOf', { userId })}
        small
        onClick={() => onShowToken(session)}
      />
      {!inUse && (
        <ToolButton
          icon="copy"
          name={i18n.t('popup.token.copyOf', { userId })}
          small
          onClick={() => onCopyToken(session)}
        />
      )}
      <ToolButton
        icon="refresh"
        name={i18n.t('popup.refreshNow', { userId })}
        small
        onClick={() => onRefresh(session)}
      />
      <ToolButton icon="logout" name={i18n.t('popup.logOut', { userId })} small onClick={() => onLogOut(session)} />
    </div>
  );
}
