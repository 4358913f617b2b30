import { batch, type ReadonlySignal, signal } from '@preact/signals';
import { formatCount } from '#components/i18n/count-text.ts';
import { formatDayAndTime } from '#components/i18n/format.ts';
import { formatUrlLabel } from '#components/i18n/journey-labels.ts';
import { defineStore, type Stores } from '#components/panel/app/stores.ts';
import { createCaptureList } from '#components/panel/event-list/event-list.ts';
import { i18n } from '#i18n';
import type { EarlierCapture } from '#panel/persistence/earlier-captures';
import { type OpenedCapture, openedCapturesStore } from './capture-list';

/** The stored captures of other tabs and other days. */
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
  /** The key and the time of the last change of the stored capture that each opened one shows. */
  const versions = new WeakMap<OpenedCapture, string>();
  /** Captures that are being opened, so that a double click opens one only. */
  const opening = new Map<string, Promise<void>>();
  const notifyFailure = (): void => toasts.show({ tone: 'error', text: () => i18n.t('earlier.failed') });
  const refresh = async (): Promise<void> => {
    list.value = await (await openStoredCaptures()).list();
  };
  const read = async (capture: EarlierCapture, version: string): Promise<void> => {
    const stored = await openStoredCaptures()
      .then((all) => all.read(capture.key))
      .catch(() => null);
    if (stored === null) return notifyFailure();
    const events = await createCaptureList(stores);
    events.fullRecords.connect(async (row) => (await openStoredCaptures()).values(capture.key, row));
    batch(() => {
      events.records.apply(stored.records);
      events.records.addNavigations(stored.navigations);
      const captures = stores.get(openedCapturesStore);
      versions.set(
        captures.open(() => formatEarlierName(capture), events, 'saved'),
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
      const opened = captures.files.peek().find((file) => versions.get(file) === version);
      if (opened) return captures.show(opened);
      const reading = opening.get(version) ?? read(capture, version).finally(() => opening.delete(version));
      opening.set(version, reading);
      await reading;
    },
    async remove(gone) {
      try {
        await (await openStoredCaptures()).remove(gone.map(({ key }) => key));
        toasts.show({
          tone: 'success',
          text: () => i18n.t('earlier.deleted', { captures: formatCount(gone.length, 'capture') }),
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
