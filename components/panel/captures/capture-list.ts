import { batch, computed, type ReadonlySignal, signal } from '@preact/signals';
import type { EventList } from '#components/panel/event-list/event-list.ts';

/** Where the events of a list come from: the inspected page, live; a file that was read; or what was kept of a session. */
export type SessionSource = { readonly from: 'page' } | { readonly from: 'file' | 'kept'; readonly name: string };

/** A session of a file, or an earlier one: it is looked at beside the live one, and nothing comes in any more. */
export interface FileSession {
  readonly id: number;
  readonly from: 'file' | 'kept';
  /** The file's own name, or when and where it was. */
  readonly name: string;
  readonly list: EventList;
}

/** The sessions beside the live one, and which of all is shown. */
export interface Sessions {
  readonly files: ReadonlySignal<readonly FileSession[]>;
  /** Null while the live session is shown. */
  readonly shown: ReadonlySignal<FileSession | null>;
  /** Adds a session and shows it. */
  open(name: string, list: EventList, from?: FileSession['from']): FileSession;
  /** Null shows the live session. One that was closed is not shown any more: then the live one is. */
  show(session: FileSession | null): void;
  close(session: FileSession): void;
}

export function createSessions(): Sessions {
  const files = signal<readonly FileSession[]>([]);
  const chosen = signal<FileSession | null>(null);
  let lastId = 0;
  return {
    files,
    shown: computed(() => files.value.find((session) => session === chosen.value) ?? null),
    open(name, list, from = 'file') {
      lastId += 1;
      const session = { id: lastId, from, name, list };
      batch(() => {
        files.value = [...files.value, session];
        chosen.value = session;
      });
      return session;
    },
    show(session) {
      chosen.value = session;
    },
    close(session) {
      files.value = files.value.filter((other) => other !== session);
      session.list.stop();
    },
  };
}
