import { batch, type ReadonlySignal, signal } from '@preact/signals';
import { formatCount } from '#components/i18n/count-text.ts';
import { formatDayAndTime } from '#components/i18n/format.ts';
import { formatUrlLabel } from '#components/i18n/journey-labels.ts';
import { defineStore, type Stores } from '#components/panel/app/stores.ts';
import { createCaptureList } from '#components/panel/event-list/event-list.ts';
import { i18n } from '#i18n';
import type { EarlierCapture } from '#panel/persistence/earlier-captures';
import { type OpenedCapture, openedCapturesStore } from './capture-list';

/** All stored captures except that of this panel. */
export interface EarlierCaptures {
  /** Captures at the last refresh; null before the first. */
  readonly list: ReadonlySignal<readonly EarlierCapture[] | null>;
  refresh(): Promise<void>;
  /** Opens a stored capture beside the live one, or shows it if it is open already. */
  open(capture: EarlierCapture): Promise<void>;
  remove(captures: readonly EarlierCapture[]): Promise<void>;
}

function createEarlierCaptures(stores: Stores): EarlierCaptures {
  const { actions, toasts } = stores.app;
  const { openStoredCaptures } = actions;
  const list = signal<readonly EarlierCapture[] | null>(null);
  /** For each opened capture, the key and the last change of the stored capture that it shows. */
  const versions = new WeakMap<OpenedCapture, string>();
  /** Captures that are being opened, so that a double click opens only one tab. */
  const pendingOpens = new Map<string, Promise<void>>();
  const notifyFailure = (): void => toasts.show({ tone: 'error', text: () => i18n.t('earlier.failed') });
  const refresh = async (): Promise<void> => {
    list.value = await (await openStoredCaptures()).list();
  };
  const openStored = async (capture: EarlierCapture, version: string): Promise<void> => {
    const storedCapture = await openStoredCaptures()
      .then((all) => all.read(capture.key))
      .catch(() => null);
    if (storedCapture === null) return notifyFailure();
    const captureList = await createCaptureList(stores);
    captureList.fullRecords.connect(async (row) => (await openStoredCaptures()).values(capture.key, row));
    batch(() => {
      captureList.records.apply(storedCapture.records);
      captureList.records.addNavigations(storedCapture.navigations);
      const captures = stores.get(openedCapturesStore);
      versions.set(
        captures.open(() => formatEarlierName(capture), captureList, 'saved'),
        version,
      );
    });
  };
  return {
    list,
    refresh: () => refresh().catch(notifyFailure),
    async open(capture) {
      const captures = stores.get(openedCapturesStore);
      const version = `${capture.key} ${capture.updatedAt}`;
      const openedCapture = captures.all.peek().find((other) => versions.get(other) === version);
      if (openedCapture) return captures.show(openedCapture);
      const pendingOpen =
        pendingOpens.get(version) ?? openStored(capture, version).finally(() => pendingOpens.delete(version));
      pendingOpens.set(version, pendingOpen);
      await pendingOpen;
    },
    async remove(captures) {
      try {
        await (await openStoredCaptures()).remove(captures.map(({ key }) => key));
        toasts.show({
          tone: 'success',
          text: () => i18n.t('earlier.deleted', { captures: formatCount(captures.length, 'capture') }),
        });
        await refresh();
      } catch {
        notifyFailure();
      }
    },
  };
}

export const earlierStore = defineStore(createEarlierCaptures);

/** Formats when and where a capture was recorded: `Nov 21, 2:02 PM, localhost:4173`. */
export function formatEarlierName({ url, updatedAt }: EarlierCapture): string {
  return `${formatDayAndTime(updatedAt)}, ${formatUrlLabel(url)}`;
}
