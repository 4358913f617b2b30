import { Button } from '#components/kit/Button.tsx';
import { useApp, useStore } from '#components/panel/app/stores.ts';
import { readOnlyReason } from '#components/panel/app/tab-state.ts';
import type { JudgedRecord } from '#core/stream/judged-record';
import { originOfUrl } from '#core/util/site';
import { i18n } from '#i18n';
import { liveListStore, useEventList } from './event-list';
import { listFrames } from './frames';

interface ReloadPageProps {
  readonly appearance?: 'plain' | 'primary' | 'text';
  readonly big?: boolean;
}

/**
 * A button that reloads the page, so that the page is watched from the start.
 * Renders nothing if the list does not belong to an open page.
 */
export function ReloadPage({ appearance = 'plain', big = false }: ReloadPageProps) {
  const { commands, tab } = useApp();
  const isLive = useStore(liveListStore) === useEventList();
  if (!isLive || tab.value.isClosed || readOnlyReason(tab.value) !== null) return null;
  return (
    <Button appearance={appearance} big={big} title={i18n.t('statusHint.watchedLate')} onClick={commands.reload}>
      {i18n.t('empty.reload')}
    </Button>
  );
}

/** Whether a frame of the page was loaded before it was watched. */
export function useIsWatchedLate(): boolean {
  return useStore(liveListStore)
    .get(listFrames)
    .list.value.some(({ isLate }) => isLate);
}

/** Whether the call of an event was missed because its page was not watched from the start. */
export function useIsCallMissed({ call, frame, requests }: JudgedRecord): boolean {
  const { watching } = useApp();
  const frames = useStore(liveListStore).get(listFrames).list.value;
  if (call || requests[0]?.transport === 'extension' || watching.value.state !== 'watched') return false;
  return (
    frame.url === '' ||
    frames.some(({ isLate, frameId, url }) => isLate && frameId === frame.frameId && isSameOrigin(url, frame.url))
  );
}

/** Compares origins only, because the path changes with each route of a single-page app. */
function isSameOrigin(url: string, other: string): boolean {
  const origin = originOfUrl(url);
  return url === other || (origin !== null && origin === originOfUrl(other));
}
