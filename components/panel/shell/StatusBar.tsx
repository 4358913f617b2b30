import { countText } from '#components/i18n/count-text.ts';
import { sizeText } from '#components/i18n/format.ts';
import { Icon } from '#components/kit/Icon.tsx';
import { State } from '#components/kit/StatusLabel.tsx';
import { useApp, useStore } from '#components/panel/app/stores.ts';
import { closedWords, type TabState, windowWords } from '#components/panel/app/tab-state.ts';
import { sessionsStore } from '#components/panel/captures/capture-list.ts';
import type { Newest } from '#components/panel/event-list/auto-scroll.ts';
import { useEventList } from '#components/panel/event-list/event-list.ts';
import { i18n } from '#i18n';

/** How much there is and how it stands, in one line. */
export function StatusBar() {
  const { tab, view } = useApp();
  const { frames, lines, newest, records, selection, sizes, visible } = useEventList();
  const { total, invalid, failed, lost, otherActor, byState } = records.counts.value;
  const waiting = byState.get('waiting') ?? 0;
  const selected = selection.selected.value.length;
  const missed = frames.list.value.reduce((sum, frame) => sum + (frame.missed ?? 0), 0);
  const unread = frames.list.value.reduce((sum, frame) => sum + (frame.unread ?? 0), 0);
  const isLate = frames.list.value.some((frame) => frame.isLate);
  return (
    <footer class="status">
      <Shown shown={visible.shown.value} total={total} />
      {total > 0 && (
        <span class="all-bytes" title={i18n.t('status.sizeHint')}>
          {sizeText(sizes.total.value)}
        </span>
      )}
      {invalid > 0 && (
        <State icon="invalid" tone="bad">
          {i18n.t('status.invalid', { n: countText(invalid) })}
        </State>
      )}
      {failed > 0 && (
        <State icon="x" tone="bad" title={i18n.t('status.failedHint')}>
          {i18n.t('status.failed', { n: countText(failed) })}
        </State>
      )}
      {lost > 0 && (
        <State icon="lost" tone="lost" title={i18n.t('status.lostHint')}>
          {i18n.t('status.lost', { n: countText(lost) })}
        </State>
      )}
      {otherActor > 0 && <OtherActors count={otherActor} />}
      {missed > 0 && (
        <State icon="notice" tone="warn" title={i18n.t('status.droppedHint')}>
          {i18n.t('status.dropped', missed, { n: countText(missed) })}
        </State>
      )}
      {unread > 0 && (
        <State icon="notice" tone="warn" title={i18n.t('status.unreadableHint')}>
          {i18n.t('status.unreadable', unread, { n: countText(unread) })}
        </State>
      )}
      {isLate && (
        <State icon="notice" tone="plain" title={i18n.t('status.watchedLateHint')}>
          {i18n.t('status.watchedLate')}
        </State>
      )}
      {/* The last of them: it comes and goes with every batch, and would move what stands behind it. */}
      {waiting > 0 && (
        <State icon="waiting" tone="plain" title={i18n.t('status.waitingHint')}>
          {i18n.t('status.waiting', { n: countText(waiting) })}
        </State>
      )}
      <span class="grow" />
      {visible.isSearching.value && <span>{i18n.t('status.searching')}</span>}
      {selected > 0 && <span>{i18n.t('status.selected', { n: countText(selected) })}</span>}
      <Place tab={tab.value} />
      <RecordingState />
      {view.value === 'events' && total > 0 && lines.isArrival.value && <NewestState newest={newest} />}
    </footer>
  );
}

/** One line for all of them: who is logged in here says nothing of whether an event is right. */
function OtherActors({ count }: { readonly count: number }) {
  const { filter } = useEventList();
  const entity = useApp().entity.value?.userId ?? i18n.t('actor.activeEntity');
  const title = i18n.t('actor.hint', { entity });
  return (
    <button type="button" class="tool newest" title={title} onClick={() => filter.setToken('rule:session', 'rule:')}>
      <Icon name="person" size={13} />
      {i18n.t('actor.count', { n: countText(count) })}
    </button>
  );
}

const notLiveWords = {
  file: { alone: 'status.fromFile', whileRecording: 'status.fromFileWhileRecording' },
  kept: { alone: 'status.saved', whileRecording: 'status.savedWhileRecording' },
} as const;

function RecordingState() {
  const { recording } = useApp();
  const session = useStore(sessionsStore).inView.value;
  if (session !== null) {
    const words = notLiveWords[session.from];
    return <span class="wide">{i18n.t(recording.value ? words.whileRecording : words.alone)}</span>;
  }
  return recording.value ? null : <span>{i18n.t('status.notRecording')}</span>;
}

/** What the place of the panel keeps from it. */
function Place({ tab }: { readonly tab: TabState }) {
  if (tab.isClosed) {
    return (
      <State icon="notice" tone="warn" title={closedWords().long}>
        {closedWords().long}
      </State>
    );
  }
  if (tab.place === 'devtools') return null;
  return (
    <State icon="window" tone="plain" title={windowWords().long}>
      {windowWords().short}
    </State>
  );
}

function NewestState({ newest }: { readonly newest: Newest }) {
  if (newest.following.value) {
    return (
      <span class="state wide">
        <Icon name="arrow-down-bar" size={13} />
        {i18n.t('status.autoScroll')}
      </span>
    );
  }
  const jump = i18n.t('status.scrollToLatest');
  return (
    <button type="button" class="tool newest" aria-label={jump} title={jump} onClick={newest.jump}>
      <Icon name="arrow-down-bar" size={13} />
      <span class="wide">{jump}</span>
    </button>
  );
}

function Shown({ shown, total }: { readonly shown: number; readonly total: number }) {
  if (shown === total) return <b>{i18n.t('status.events', total, { n: countText(total) })}</b>;
  return <span>{i18n.t('status.shownOf', total, { shown: countText(shown), n: countText(total) })}</span>;
}
