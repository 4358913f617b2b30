import { ToolButton } from '#components/kit/Button.tsx';
import { Icon } from '#components/kit/Icon.tsx';
import type { Environment } from '#core/identity/environment';
import type { SessionSummary } from '#core/identity/session';
import { i18n } from '#i18n';
import type { ActingInTab } from './ActInTab';
import { useFocusOnMount, useRestoredFocus } from './focus';
import { loginFailureText } from './model/login-failure-text';
import { type SessionCallbacks, SessionCard } from './SessionCard';

interface SessionListProps extends SessionCallbacks {
  readonly environment: Environment;
  readonly sessions: readonly SessionSummary[];
  readonly activeId: string | undefined;
  readonly now: number;
  /** Take the focus: the user has just come here from a form. */
  readonly takeFocus: boolean;
  readonly refreshing: readonly string[];
  /** Null if there is no tab or no registry URL. */
  readonly acting: ActingInTab | null;
  readonly onLogInAnother: () => void;
  readonly onLogOutAll: () => void;
}

/** The entities that are logged in, the one in use marked. */
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
  const list = useRestoredFocus<HTMLElement>(heading);
  return (
    <section aria-label={i18n.t('popup.entities')} ref={list}>
      <h2 ref={heading} tabIndex={-1}>
        {i18n.t('popup.entities')} <span class="grow" />
        {sessions.length > 1 && (
          <ToolButton icon="logout" name={i18n.t('popup.logOutAll')} small onClick={onLogOutAll} />
        )}
        <span class="num">{sessions.length}</span>
      </h2>
      {sessions.map((session) => (
        <SessionCard
          key={session.id}
          session={session}
          inUse={session.id === activeId}
          now={now}
          isRefreshing={refreshing.includes(session.id)}
          acting={acting}
          trouble={failureOf(session, environment)}
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

function failureOf({ trouble, userId }: SessionSummary, environment: Environment): string | null {
  if (trouble === null) return null;
  return i18n.t('popup.session.refreshFailed', { ...loginFailureText(trouble.failure, { environment, userId }) });
}
