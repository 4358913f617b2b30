import type { ComponentChildren, FunctionComponent } from 'preact';
import { formatCount } from '#components/i18n/count-text.ts';
import { Button } from '#components/kit/Button.tsx';
import { EmptyState } from '#components/kit/EmptyState.tsx';
import { lazy } from '#components/kit/lazy.tsx';
import { useApp } from '#components/panel/app/stores.ts';
import { i18n } from '#i18n';
import type { EmptyListReason } from '../empty-list';
import { useListSection } from '../event-list';
import { listFrames, sdkNames } from '../frames';
import { ReloadPage, useIsWatchedLate } from '../ReloadPage';

/** Loaded lazily, because only the page of a collector needs it. */
const NothingCollected = lazy(async () => (await import('./NothingCollected')).NothingCollected);

/** Loaded lazily, because only a filtered list needs it. */
const NoMatch = lazy(async () => (await import('./NoMatch')).NoMatch);

interface EmptyListProps {
  /** The saved captures, to open one of them meanwhile. */
  readonly savedCaptures: ComponentChildren;
  /** Offered if the page has an SDK that was not called yet. */
  readonly firstAction: ComponentChildren;
}

const views: Readonly<Record<EmptyListReason, FunctionComponent<EmptyListProps>>> = {
  closed: Closed,
  'not-watched': NotWatched,
  unavailable: Unavailable,
  'no-sdk': NoSdk,
  'nothing-yet': NothingYet,
  'nothing-collected': NothingCollected,
  'no-file': NoFile,
  'no-match': NoMatch,
};

/** Replaces an empty list: explains why it is empty, and what to do. */
export function EmptyList({ reason, ...props }: EmptyListProps & { readonly reason: EmptyListReason }) {
  const View = views[reason];
  return (
    <div class="empty-list">
      <View {...props} />
      {reason !== 'no-match' && props.savedCaptures}
    </div>
  );
}

function Closed() {
  return (
    <EmptyState icon="lock" title={i18n.t('empty.closed')}>
      {i18n.t('empty.closedText')}
    </EmptyState>
  );
}

function NoFile() {
  return (
    <EmptyState icon="import" title={i18n.t('panel.files.empty')}>
      {i18n.t('panel.files.emptyHint')}
    </EmptyState>
  );
}

function NotWatched() {
  const { commands, watching } = useApp();
  const { host } = watching.value;
  return (
    <EmptyState
      icon="eye"
      title={i18n.t('empty.notWatched')}
      hint={i18n.t('empty.notWatchedHint')}
      actions={
        <Button appearance="primary" big onClick={commands.watch}>
          {i18n.t('empty.watch', { host })}
        </Button>
      }
    >
      {i18n.t('empty.notWatchedText', { host })}
    </EmptyState>
  );
}

function Unavailable() {
  const { host } = useApp().watching.value;
  return (
    <EmptyState icon="lock" title={i18n.t('empty.unavailable')} hint={i18n.t('empty.requestsHint')}>
      {i18n.t('empty.unavailableText', { host: host || i18n.t('empty.thisPage') })}
    </EmptyState>
  );
}

function NoSdk() {
  const { commands } = useApp();
  const watchedFrames = useListSection(listFrames).list.value;
  const frames = formatCount(Math.max(1, watchedFrames.length), 'frame');
  // True also after an update of the extension, because the earlier version's hook in the page reports nothing.
  const isLate = useIsWatchedLate();
  if (watchedFrames.some(({ evalBlocked }) => evalBlocked)) return <SdkForbidden />;
  return (
    <EmptyState
      icon={isLate ? 'notice' : 'unknown'}
      title={isLate ? i18n.t('empty.watchedLate') : i18n.t('empty.noSdk')}
      hint={i18n.t('empty.noSdkHint')}
      actions={
        <>
          {isLate && <ReloadPage appearance="primary" big />}
          <Button big onClick={commands.rescan}>
            {i18n.t('empty.rescan')}
          </Button>
        </>
      }
    >
      {isLate
        ? i18n.t('empty.watchedLateText')
        : i18n.t('empty.noSdkText', { names: '$t, EkTelemetry', last: 'Telemetry', frames })}
    </EmptyState>
  );
}

function SdkForbidden() {
  return (
    <EmptyState icon="invalid" title={i18n.t('empty.noSdk')} hint={i18n.t('empty.evalBlockedHint')}>
      {i18n.t('empty.evalBlockedText')}
    </EmptyState>
  );
}

function NothingYet({ firstAction }: EmptyListProps) {
  const { commands, watching } = useApp();
  const frames = useListSection(listFrames).list.value.filter(({ sdks }) => sdks.length > 0);
  const { host } = watching.value;
  return (
    <EmptyState
      icon="rows"
      title={i18n.t('empty.noEvents')}
      hint={i18n.t('empty.noEventsHint')}
      actions={
        <>
          {firstAction}
          <Button big onClick={commands.reload}>
            {i18n.t('empty.reload')}
          </Button>
        </>
      }
    >
      {i18n.t('empty.noEventsText', { sdk: sdkNames(frames), host, frames: formatCount(frames.length, 'frame') })}
    </EmptyState>
  );
}
