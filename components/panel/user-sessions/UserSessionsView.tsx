import { type Signal, useSignal } from '@preact/signals';
import type { RefObject, TargetedKeyboardEvent } from 'preact';
import { useRef } from 'preact/hooks';
import { formatCount, formatNumber } from '#components/i18n/count-text.ts';
import { formatDuration } from '#components/i18n/format.ts';
import { Button } from '#components/kit/Button.tsx';
import { EmptyState } from '#components/kit/EmptyState.tsx';
import { Icon } from '#components/kit/Icon.tsx';
import { useStore, useStores } from '#components/panel/app/stores.ts';
import { readOnlyReason } from '#components/panel/app/tab-state.ts';
import { openedCapturesStore } from '#components/panel/captures/capture-list.ts';
import { fireSamples, firingStore } from '#components/panel/compose/firing/fire-draft.ts';
import { EventListContext, liveListStore, useListSection } from '#components/panel/event-list/event-list.ts';
import { useVirtualRows } from '#components/panel/event-list/grid/use-virtual-rows.ts';
import { sessionName } from '#core/user-sessions/session-finding';
import { countEvents } from '#core/user-sessions/user-session-summary';
import { i18n } from '#i18n';
import { type ListedSession, listedSessions } from './listed-sessions';
import { SessionComparison } from './SessionComparison';
import { SessionNotes } from './SessionNotes';
import { SessionNumbers } from './SessionNumbers';
import { SessionTrack } from './SessionTrack';

import './user-sessions-view.css';

/** The user sessions of the shown capture, computed as by the summary job of the pipeline. */
export function UserSessionsView() {
  const live = useStore(liveListStore);
  const capture = useStore(openedCapturesStore).current.value;
  return (
    <EventListContext.Provider value={capture?.list ?? live}>
      <Sessions key={capture?.id ?? 'live'} />
    </EventListContext.Provider>
  );
}

function Sessions() {
  const { sessions, isReading, hasStarted } = useListSection(listedSessions);
  if (sessions.value.length > 0) return <SessionTree sessions={sessions.value} />;
  return (
    <main aria-busy={isReading.value}>
      {!isReading.value && (
        <>
          <SessionNotes />
          <NoSessions hasStarted={hasStarted.value} />
        </>
      )}
    </main>
  );
}

function NoSessions({ hasStarted }: { readonly hasStarted: boolean }) {
  const stores = useStores();
  const firing = useStore(firingStore);
  const fire = (
    <Button
      appearance="primary"
      big
      onClick={() => fireSamples(stores, ['start'])}
      disabled={firing.isBusy.value}
      unavailable={readOnlyReason(stores.app.tab.value)}
    >
      {i18n.t('userSessions.fireStart')}
    </Button>
  );
  return (
    <EmptyState icon="waiting" title={i18n.t('userSessions.emptyTitle')} actions={fire}>
      {i18n.t(hasStarted ? 'userSessions.begunText' : 'userSessions.emptyText')}
    </EmptyState>
  );
}

function SessionTree({ sessions }: { readonly sessions: readonly ListedSession[] }) {
  const scroller = useRef<HTMLDivElement>(null);
  const { selected } = useListSection(listedSessions);
  const collapsed = useSignal<ReadonlySet<string>>(new Set());
  const visible = filterVisible(sessions, collapsed.value);
  const selectedIndex = Math.max(
    0,
    visible.findIndex(({ key }) => key === selected.value),
  );
  const selectedSession = visible[selectedIndex];
  const { rows, height, reveal } = useVirtualRows({
    count: visible.length,
    scroller,
    pinnedIndex: selectedIndex,
    isAtEnd: false,
  });
  const select = (next: number): void => {
    const session = visible[Math.min(visible.length - 1, Math.max(0, next))];
    if (session === undefined) return;
    selected.value = session.key;
    reveal(visible.indexOf(session));
  };
  const { compared, compare, onSwap, stop } = useComparison(sessions, selectedSession, scroller);
  const selectRow = (index: number, isOther: boolean): void => {
    if (isOther && selectedSession !== undefined && index !== selectedIndex) compare();
    select(index);
  };
  const onKeyDown = (event: TargetedKeyboardEvent<HTMLElement>): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const isCompareKey = event.key.toLowerCase() === 'c';
    if (compared !== null && (isCompareKey || event.key === 'Escape')) {
      // An unhandled Esc opens the drawer of DevTools.
      event.preventDefault();
      stop();
      return;
    }
    if (isCompareKey && sessions.length > 1) compare();
    const target = selectedSession && handleTreeKey(event.key, visible, selectedIndex, collapsed);
    if (target === null || target === undefined) return;
    event.preventDefault();
    select(target);
  };
  return (
    <main class="user-sessions">
      <SessionNotes />
      <div
        class="session-tree"
        role="tree"
        aria-label={i18n.t('userSessions.title')}
        tabIndex={0}
        aria-activedescendant={selectedSession && `user-session-${selectedIndex}`}
        ref={scroller}
        onKeyDown={onKeyDown}
      >
        <div style={{ height: `${height}px` }}>
          {rows.map(({ index, start }) => {
            const session = visible[index];
            return (
              session && (
                <SessionRow
                  key={session.key}
                  session={session}
                  index={index}
                  top={start}
                  isSelected={index === selectedIndex}
                  isCompared={session.key === compared?.key}
                  isOpen={!collapsed.value.has(session.key)}
                  onSelect={(isOther) => selectRow(index, isOther)}
                />
              )
            );
          })}
        </div>
      </div>
      {compared !== null && (
        <SessionComparison
          one={compared}
          other={selectedSession === undefined || selectedSession.key === compared.key ? null : selectedSession}
          onSwap={onSwap}
          onClose={stop}
        />
      )}
      {compared === null && selectedSession && (
        <SessionNumbers session={selectedSession} onCompare={sessions.length > 1 ? compare : null} />
      )}
    </main>
  );
}

/** Returns the session that the selected session is compared with, or null, and the actions of the comparison. */
function useComparison(
  sessions: readonly ListedSession[],
  selectedSession: ListedSession | undefined,
  tree: RefObject<HTMLElement | null>,
) {
  const { selected } = useListSection(listedSessions);
  const key = useSignal<string | null>(null);
  // Focuses the tree, whose keys select the other session.
  const set = (next: string | null): void => {
    key.value = next;
    tree.current?.focus({ preventScroll: true });
  };
  return {
    compared: sessions.find((session) => session.key === key.value) ?? null,
    compare: () => set(selectedSession?.key ?? null),
    onSwap: () => {
      const before = key.value;
      set(selectedSession?.key ?? null);
      selected.value = before;
    },
    stop: () => set(null),
  };
}

/** Returns the sessions that are not inside a collapsed session. */
function filterVisible(sessions: readonly ListedSession[], collapsed: ReadonlySet<string>): readonly ListedSession[] {
  let hiddenBelow = Number.POSITIVE_INFINITY;
  return sessions.filter(({ key, level }) => {
    if (level > hiddenBelow) return false;
    hiddenBelow = collapsed.has(key) ? level : Number.POSITIVE_INFINITY;
    return true;
  });
}

/** Handles a key of the session tree. Returns the index to focus, or `null` if the key has no effect. */
function handleTreeKey(
  key: string,
  visible: readonly ListedSession[],
  index: number,
  collapsed: Signal<ReadonlySet<string>>,
): number | null {
  const session = visible[index];
  if (session === undefined) return null;
  const isCollapsed = collapsed.peek().has(session.key);
  const others = [...collapsed.peek()].filter((each) => each !== session.key);
  switch (key) {
    case 'ArrowDown':
      return index + 1;
    case 'ArrowUp':
      return index - 1;
    case 'Home':
      return 0;
    case 'End':
      return visible.length - 1;
    case 'ArrowRight':
      if (!isCollapsed) return session.hasInner ? index + 1 : index;
      collapsed.value = new Set(others);
      return index;
    case 'ArrowLeft':
      if (isCollapsed || !session.hasInner) return findOuterIndex(visible, index);
      collapsed.value = new Set([...others, session.key]);
      return index;
    default:
      return null;
  }
}

/** Returns the index of the session around a session, or its own index on the outermost level. */
function findOuterIndex(visible: readonly ListedSession[], index: number): number {
  const level = visible[index]?.level ?? 1;
  const outer = visible.slice(0, index).findLastIndex((session) => session.level < level);
  return outer === -1 || level === 1 ? index : outer;
}

interface SessionRowProps {
  readonly session: ListedSession;
  readonly index: number;
  /** In pixels. */
  readonly top: number;
  readonly isSelected: boolean;
  /** Whether the selected session is compared with this session. */
  readonly isCompared: boolean;
  readonly isOpen: boolean;
  /** `isOther` compares the session with the session that was selected before. */
  readonly onSelect: (isOther: boolean) => void;
}

/** Deeper levels are not indented further. Sessions without END nest deeply, and their names need the room. */
const MAX_INDENTED_LEVELS = 6;

function SessionRow({ session, index, top, isSelected, isCompared, isOpen, onSelect }: SessionRowProps) {
  const { summary, level, hasInner, findings } = session;
  return (
    <div
      class="session"
      role="treeitem"
      id={`user-session-${index}`}
      aria-level={level}
      aria-expanded={hasInner ? isOpen : undefined}
      aria-selected={isSelected}
      tabIndex={-1}
      style={{ top: `${top}px` }}
      onPointerDown={(event) => onSelect(event.ctrlKey || event.metaKey)}
    >
      <span class="name truncate" style={{ paddingLeft: `${8 + Math.min(level - 1, MAX_INDENTED_LEVELS) * 14}px` }}>
        {isCompared && (
          <span class="compared" title={i18n.t('userSessions.compared')}>
            <Icon name="compare" size={13} />
            <span class="visually-hidden">{i18n.t('userSessions.compared')}</span>
          </span>
        )}
        {sessionName(summary)}{' '}
        <small class="muted" title={i18n.t('userSessions.number', { n: String(session.number) })}>
          {`#${session.number}`}
        </small>
        {findings > 0 && (
          <span class="tag" title={i18n.t('userSessions.findings', findings, { n: formatNumber(findings) })}>
            {formatNumber(findings)}
          </span>
        )}
      </span>
      <span class="figures">
        {formatCount(countEvents(summary), 'event')} · {formatDuration(summary.timeSpent * 1_000)}
      </span>
      <SessionTrack session={session} />
    </div>
  );
}
