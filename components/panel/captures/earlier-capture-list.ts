import { batch, type ReadonlySignal, signal } from '@preact/signals';
import { addressLabel } from '#components/i18n/journey-labels.ts';
import type { Toasts } from '#components/panel/app/toasts.ts';
import type { ListSettings } from '#components/panel/event-list/columns/list-settings.ts';
import { createEventList } from '#components/panel/event-list/event-list.ts';
import { countOf } from '#core/util/count-text';
import type { After } from '#core/util/timer';
import type { EarlierSession, EarlierSessions } from '#extension/panel/persistence/earlier-captures';
import { i18n } from '#i18n';
import type { Sessions } from './capture-list';

/** The kept sessions of other tabs and other days. */
export interface Earlier {
  /** As of the last look; null before the first. */
  readonly list: ReadonlySignal<readonly EarlierSession[] | null>;
  look(): Promise<void>;
  /** Shows one beside the live session. */
  open(session: EarlierSession): Promise<void>;
  remove(sessions: readonly EarlierSession[]): Promise<void>;
}

export interface EarlierDeps {
  /** Rejects where the browser's database does not answer. */
  readonly kept: () => Promise<EarlierSessions>;
  readonly sessions: Sessions;
  readonly toasts: Toasts;
  readonly after: After;
  readonly listSettings: ReadonlySignal<ListSettings>;
}

/** Where nothing is kept. */
export const nothingKept: EarlierSessions = {
  list: async () => [],
  read: async () => null,
  remove: async () => undefined,
};

export function createEarlier({ kept, sessions, toasts, after, listSettings }: EarlierDeps): Earlier {
  const list = signal<readonly EarlierSession[] | null>(null);
  const tellFailure = (): void => toasts.show({ tone: 'bad', text: i18n.t('earlier.failed') });
  const look = async (): Promise<void> => {
    list.value = await (await kept()).list();
  };
  return {
    list,
    look: () => look().catch(tellFailure),
    async open(session) {
      const read = await kept()
        .then((all) => all.read(session.key))
        .catch(() => null);
      if (read === null) return tellFailure();
      const opened = createEventList(after, listSettings);
      batch(() => {
        opened.records.apply(read.records);
        for (const mark of read.marks) opened.records.navigated(mark);
        sessions.open(earlierName(session), opened, 'kept');
      });
    },
    async remove(gone) {
      try {
        await (await kept()).remove(gone.map(({ key }) => key));
        toasts.show({ tone: 'ok', text: i18n.t('earlier.deleted', { sessions: countOf(gone.length, 'session') }) });
        await look();
      } catch {
        tellFailure();
      }
    },
  };
}

const day = { month: 'short', day: 'numeric', hour: 'numeric', minute: '2-digit' } as const;
const moment = new Intl.DateTimeFormat(i18n.t('language.tag'), day);

/** When and where it was: `Nov 21, 2:02 PM, localhost:4173`. */
export function earlierName({ url, updatedAt }: EarlierSession): string {
  return `${moment.format(updatedAt)}, ${addressLabel(url)}`;
}
