import type { ReadonlySignal } from '@preact/signals';
import { createJob, type Scheduler } from '#core/util/scheduler';
import type { Capture } from '#panel/capture/capture';
import type { UpdatePipeline } from '#panel/capture/update-pipeline';
import type { RecordingHost } from '#panel/panel-host';
import type { UnloadedPage } from '#panel/persistence/unloaded-page';

interface UnloadedPageReplayDeps {
  readonly host: Pick<RecordingHost, 'takeUnloadedPages' | 'tab'>;
  readonly intake: UpdatePipeline['intake'];
  readonly preservesLog: ReadonlySignal<boolean>;
  readonly scheduler: Pick<Scheduler, 'nextTask'>;
  /** `null` until the code of the capture is loaded. */
  readonly capture: () => Capture | null;
  readonly clearList: () => void;
}

/** Replays the logs of pages that unloaded before a panel requested them. */
interface UnloadedPageReplay {
  /** Replays pages that unloaded while no panel was open. */
  replayEarlier(unloadedPages: readonly UnloadedPage[], target: Capture): Promise<void>;
  /**
   * Schedules the replay of missed pages, which starts once `allowMissed` was called.
   * A page that unloads before its log was requested, such as one that redirects at once, leaves its log in the
   * background.
   */
  scheduleMissed(): void;
  /** Call once the earlier pages are taken from the background, because they precede all missed pages. */
  allowMissed(): void;
}

export function createUnloadedPageReplay(deps: UnloadedPageReplayDeps): UnloadedPageReplay {
  const { host, intake, preservesLog, scheduler, capture, clearList } = deps;
  const loadCode = () => import('#panel/persistence/replay-unloaded-pages').catch(() => null);
  let allowMissed = (): void => {};
  const whenAllowed = new Promise<void>((resolve) => {
    allowMissed = resolve;
  });
  const replayMissed = async (): Promise<void> => {
    await whenAllowed;
    const unloadedPages = await host.takeUnloadedPages();
    if (unloadedPages.length === 0) return;
    const code = await loadCode();
    intake.enqueue(() => {
      const target = capture();
      if (target !== null) code?.replayMissed(unloadedPages, target.documents, preservesLog.peek());
    });
  };
  return {
    async replayEarlier(unloadedPages, target) {
      if (preservesLog.peek()) {
        const code = await loadCode();
        code?.replayUnloadedPages(unloadedPages, target, await host.tab.readUrl());
      } else if (unloadedPages.some(({ isTop }) => isTop)) clearList();
    },
    scheduleMissed: createJob(scheduler.nextTask, () => void replayMissed()).schedule,
    allowMissed,
  };
}
