import { formatDayAndTime, formatTimeLeft, formatTimeOfDay } from '#components/i18n/format.ts';
import { Button, ToolButton } from '#components/kit/Button.tsx';
import { Icon } from '#components/kit/Icon.tsx';
import { useKeptFocus } from '#components/kit/kept-focus.ts';
import { StatusLabel } from '#components/kit/StatusLabel.tsx';
import type { Environment } from '#core/identity/environment';
import { isFinalFailure } from '#core/identity/failure';
import {
  accessLifetime,
  isAccessExpiringSoon,
  isTokenLarge,
  type Lifetime,
  refreshLifetime,
  type SessionSummary,
} from '#core/identity/session';
import { MAX_LIFETIME_SECONDS } from '#core/identity/token-limits';
import { i18n } from '#i18n';
import { ActInTab, type ActingInTab } from './ActInTab';
import { useFocusOnMount } from './focus';
import { LargeToken } from './LargeToken';
import { loginFailureText } from './model/login-failure-text';
import { isRefreshExpiringSoon, sessionStateOf } from './model/session-state';

interface SessionListProps extends SessionCallbacks {
  readonly environment: Environment;
  readonly sessions: readonly SessionSummary[];
  readonly activeId: string | undefined;
  readonly now: number;
  /** Whether to take the focus, because the user has just closed a form. */
  readonly takeFocus: boolean;
  readonly refreshing: readonly string[];
  /** `null` if there is no tab or no registry URL. */
  readonly acting: ActingInTab | null;
  readonly onLogInAnother: () => void;
  readonly onLogOutAll: () => void;
}

/** The logged-in entities, with the active one marked. */
export function SessionList(props: SessionListProps) {
  const {
    environment,
    sessions,
    activeId,
    now,
    takeFocus,
    refreshing,
    acting,
    onLogInAnother,
    onLogOutAll,
    ...callbacks
  } = props;
  const heading = useFocusOnMount<HTMLHeadingElement>(takeFocus);
  const list = useKeptFocus<HTMLElement>(heading);
  return (
    <section aria-label={i18n.t('popup.entities')} ref={list}>
      <h2 ref={heading} tabIndex={-1}>
        {i18n.t('popup.entities')} <span class="grow" />
        {sessions.length > 1 && (
          <ToolButton icon="logout" name={i18n.t('popup.logOutAll')} small onClick={onLogOutAll} />
        )}
        <span class="tabular">{sessions.length}</span>
      </h2>
      {sessions.map((session) => (
        <SessionCard
          key={session.id}
          session={session}
          isActive={session.id === activeId}
          now={now}
          isRefreshing={refreshing.includes(session.id)}
          acting={acting}
          failureText={failureOf(session, environment)}
          {...callbacks}
        />
      ))}
      <button type="button" class="button wide" onClick={onLogInAnother}>
        <Icon name="plus" size={13} />
        {i18n.t('popup.logIn.another')}
      </button>
    </section>
  );
}

function failureOf({ lastRefreshFailure, userId }: SessionSummary, environment: Environment): string | null {
  if (lastRefreshFailure === null) return null;
  return i18n.t('popup.session.refreshFailed', {
    ...loginFailureText(lastRefreshFailure.failure, { environment, userId, isRefresh: true }),
  });
}

interface SessionCallbacks {
  readonly onCopyToken: (session: SessionSummary) => void;
  readonly onCopyHeader: (session: SessionSummary) => void;
  readonly onRefresh: (session: SessionSummary) => void;
  readonly onLogOut: (session: SessionSummary) => void;
  readonly onActAs: (session: SessionSummary) => void;
  readonly onLogInAgain: (session: SessionSummary) => void;
  readonly onShowToken: (session: SessionSummary) => void;
  /** Starts or stops adding the session's token to this tab's requests to the registry. */
  readonly onActInTab: (session: SessionSummary, isOn: boolean) => void;
}

interface SessionCardProps extends SessionCallbacks {
  readonly session: SessionSummary;
  readonly isActive: boolean;
  readonly now: number;
  readonly isRefreshing: boolean;
  /** `null` if there is no tab or no registry URL. */
  readonly acting: ActingInTab | null;
  /** Message of the last failed refresh. */
  readonly failureText: string | null;
}

const stateLabels = () =>
  ({
    refreshing: { icon: 'refresh', tone: 'success', isSubtle: true, label: i18n.t('popup.refreshing') },
    'in-use': { icon: 'valid', tone: 'success', isSubtle: false, label: i18n.t('popup.inUse') },
    active: { icon: 'valid', tone: 'success', isSubtle: true, label: i18n.t('popup.active') },
    'expires-soon': { icon: 'waiting', tone: 'warning', isSubtle: false, label: i18n.t('popup.session.expiresSoon') },
  }) as const;

/** A logged-in entity: its expiry and its actions. */
function SessionCard(props: SessionCardProps) {
  const { session, isActive, now, acting, onActInTab, failureText } = props;
  const state = sessionStateOf(session, isActive, now, props.isRefreshing);
  if (state === 'expired') return <EndedCard {...props} />;
  const { icon, tone, isSubtle, label } = stateLabels()[state];
  const access = accessLifetime(session, now);
  const refresh = refreshLifetime(session, now);
  return (
    <article class={isActive ? 'card active' : 'card'} aria-label={session.userId} aria-current={isActive}>
      <div class="top">
        <strong class="truncate" title={session.userId}>
          {session.userId}
        </strong>
        <span class="grow" />
        <StatusLabel icon={icon} tone={tone} isSubtle={isSubtle}>
          {label}
        </StatusLabel>
      </div>
      <LifetimeMeter
        label={i18n.t('popup.access')}
        name={i18n.t('popup.accessToken')}
        lifetime={access}
        isExpiringSoon={!props.isRefreshing && isAccessExpiringSoon(session, now)}
      />
      <LifetimeMeter
        label={i18n.t('popup.refresh')}
        name={i18n.t('popup.refreshToken')}
        lifetime={refresh}
        isExpiringSoon={isRefreshExpiringSoon(session, now)}
      />
      {isTokenLarge(session) && <LargeToken session={session} />}
      {failureText !== null && (
        <p class="note">
          <Icon name="notice" size={13} />
          <span class="grow">{failureText}</span>
          {needsNewLogIn(session) && (
            <Button appearance="text" onClick={() => props.onLogInAgain(session)}>
              {i18n.t('popup.logInAgain')}
            </Button>
          )}
        </p>
      )}
      {isActive && acting !== null && (
        <ActInTab
          isOn={acting.sessionId === session.id}
          hosts={acting.hosts}
          onChange={(isOn) => onActInTab(session, isOn)}
        />
      )}
      <Actions {...props} />
    </article>
  );
}

/** Whether the provider rejected the refresh permanently, so a new log-in is needed. */
const needsNewLogIn = ({ lastRefreshFailure }: SessionSummary) =>
  lastRefreshFailure !== null && isFinalFailure(lastRefreshFailure.failure);

function Actions(props: SessionCardProps) {
  const { session, isActive, onCopyToken, onCopyHeader, onShowToken, onRefresh, onLogOut, onActAs } = props;
  const { userId } = session;
  return (
    <div class="actions">
      {isActive ? (
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
          <span class="truncate">{i18n.t('popup.actAs.button', { userId })}</span>
        </Button>
      )}
      <span class="grow" />
      <ToolButton
        icon="eye"
        name={i18n.t('popup.token.showOf', { userId })}
        small
        onClick={() => onShowToken(session)}
      />
      {!isActive && (
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

interface EndedCardProps {
  readonly session: SessionSummary;
  readonly now: number;
  readonly onLogInAgain: (session: SessionSummary) => void;
  readonly onLogOut: (session: SessionSummary) => void;
}

/** An entity whose session has ended: the reason, and the two remaining actions. */
function EndedCard({ session, now, onLogInAgain, onLogOut }: EndedCardProps) {
  const { userId } = session;
  return (
    <article class="card closed" aria-label={userId}>
      <div class="top">
        <strong class="truncate" title={userId}>
          {userId}
        </strong>
        <span class="grow" />
        <StatusLabel icon="invalid" tone="error">
          {i18n.t('popup.expired')}
        </StatusLabel>
      </div>
      <div class="actions">
        <span class="muted truncate">{endOf(session, now)}</span>
        <span class="grow" />
        <Button appearance="text" onClick={() => onLogInAgain(session)}>
          {i18n.t('popup.logInAgain')}
        </Button>
        <ToolButton icon="x" name={i18n.t('popup.forget', { userId })} small onClick={() => onLogOut(session)} />
      </div>
    </article>
  );
}

function endOf({ refreshExpiresAt, lastRefreshFailure }: SessionSummary, now: number): string {
  if (refreshExpiresAt <= now)
    return i18n.t('popup.session.refreshExpired', { refreshExpiresAt: formatPastTime(refreshExpiresAt, now) });
  return i18n.t('popup.session.rejectedAt', { at: formatPastTime(lastRefreshFailure?.at ?? now, now) });
}

/** Formats a time with its day, unless it is today: stored sessions outlive the night. */
function formatPastTime(at: number, now: number): string {
  return new Date(at).toDateString() === new Date(now).toDateString() ? formatTimeOfDay(at) : formatDayAndTime(at);
}

interface LifetimeMeterProps {
  readonly label: string;
  /** The accessible name of the meter. */
  readonly name: string;
  readonly lifetime: Lifetime;
  readonly isExpiringSoon: boolean;
}

/** The remaining lifetime of a token, as a bar and as text. */
function LifetimeMeter({ label, name, lifetime: { remainingMs, totalMs }, isExpiringSoon }: LifetimeMeterProps) {
  const percent = totalMs === 0 ? 0 : Math.round((remainingMs / totalMs) * 100);
  const text =
    totalMs < MAX_LIFETIME_SECONDS * 1000
      ? i18n.t('page.timeOf', { left: formatTimeLeft(remainingMs), whole: formatTimeLeft(totalMs) })
      : i18n.t('popup.neverExpires');
  return (
    <div class="life">
      <span class="muted">{label}</span>
      <div class={isExpiringSoon ? 'meter warning' : 'meter'} aria-hidden="true">
        <i style={{ width: `${percent}%` }} />
      </div>
      <meter class="visually-hidden" aria-label={name} min={0} max={100} value={percent} aria-valuetext={text} />
      <span class="tabular">{text}</span>
    </div>
  );
}
