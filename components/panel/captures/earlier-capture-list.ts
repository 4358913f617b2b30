import { batch, type ReadonlySignal, signal } from '@preact/signals';
import { formatCount } from '#components/i18n/count-text.ts';
import { formatDayAndTime } from '#components/i18n/format.ts';
import { formatUrlLabel } from '#components/i18n/journey-labels.ts';
import { defineStore, type Stores } from '#components/panel/app/stores.ts';
import { createCaptureList } from '#components/panel/event-list/event-list.ts';
import { i18n } from '#i18n';
import type { EarlierSession } from '#panel/persistence/earlier-captures';
import { sessionsStore } from './capture-list';

/** The kept sessions of other tabs and other days. */
export interface EarlierCaptures {
  /** As of the last look; null before the first. */
  readonly list: ReadonlySignal<readonly EarlierSession[] | null>;
  look(): Promise<void>;
  /** Shows one beside the live session. */
  open(session: EarlierSession): Promise<void>;
  remove(sessions: readonly EarlierSession[]): Promise<void>;
}

function createEarlierCaptures(stores: Stores): EarlierCaptures {
  const { actions, toasts } = stores.app;
  const { openEarlierSessions } = actions;
  const list = signal<readonly EarlierSession[] | null>(null);
  const notifyFailure = (): void => toasts.show({ tone: 'bad', text: () => i18n.t('earlier.failed') });
  const look = async (): Promise<void> => {
    list.value = await (await openEarlierSessions()).list();
  };
  return {
    list,
    look: () => look().catch(notifyFailure),
    async open(session) {
      const read = await openEarlierSessions()
        .then((all) => all.read(session.key))
        .catch(() => null);
      if (read === null) return notifyFailure();
      const opened = await createCaptureList(stores);
      opened.whole.connect(async (row) => (await openEarlierSessions()).values(session.key, row));
      batch(() => {
        opened.records.apply(read.records);
        opened.records.addMarks(read.marks);
        stores.get(sessionsStore).open(() => formatEarlierName(session), opened, 'kept');
      });
    },
    async remove(gone) {
      try {
        await (await openEarlierSessions()).remove(gone.map(({ key }) => key));
        toasts.show({
          tone: 'ok',
          text: () => i18n.t('earlier.deleted', { captures: formatCount(gone.length, 'capture') }),
        });
        await look();
      } catch {
        notifyFailure();
      }
    },
  };
}

export const earlierStore = defineStore(createEarlierCaptures);

/** When and where it was: `Nov 21, 2:02 PM, localhost:4173`. */
export function formatEarlierName({ url, updatedAt }: EarlierSession): string {
  return `${formatDayAndTime(updatedAt)}, ${formatUrlLabel(url)}`;
}
