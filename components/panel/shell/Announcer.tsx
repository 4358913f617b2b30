import { type ReadonlySignal, signal } from '@preact/signals';
import { useEffect, useState } from 'preact/hooks';
import { formatNumber } from '#components/i18n/count-text.ts';
import { useApp } from '#components/panel/app/stores.ts';
import type { Records } from '#components/panel/event-list/record-store.ts';
import { type EpochMilliseconds, kindLabel } from '#core/journey/record';
import type { RecordChange } from '#core/journey/record-list';
import type { JudgedRecord } from '#core/stream/judged-record';
import { createJob, type Scheduler } from '#core/util/scheduler';
import { i18n } from '#i18n';

interface AnnouncerProps {
  readonly records: Records;
  /** Time at which the list was first shown. */
  readonly since: EpochMilliseconds;
}

/** Announces new invalid events to screen readers, politely and in batches. */
export function Announcer({ records, since }: AnnouncerProps) {
  const { scheduler } = useApp();
  const [text, setText] = useState('');
  useEffect(() => {
    const announcements = announceInvalid(records, since, scheduler);
    const stop = announcements.text.subscribe(setText);
    return () => {
      stop();
      announcements.stop();
    };
  }, [records, since, scheduler]);
  return (
    <p class="visually-hidden" aria-live="polite">
      {text}
    </p>
  );
}

const ANNOUNCE_INTERVAL_MS = 2000;
const MAX_NAMED_KINDS = 4;

interface Announcements {
  /** The current announcement; a screen reader reads it when it changes. */
  readonly text: ReadonlySignal<string>;
  stop(): void;
}

/**
 * Announces invalid events since the list was first shown, as `2 new invalid events: INTERACT, END`.
 * Includes events that are already in the list.
 */
export function announceInvalid(
  records: Records,
  since: EpochMilliseconds,
  { setTimer }: Pick<Scheduler, 'setTimer'>,
): Announcements {
  const text = signal('');
  let count = 0;
  let kinds = new Set<string>();
  const announceJob = createJob(
    (run) => setTimer(ANNOUNCE_INTERVAL_MS, run),
    () => {
      const next = formatAnnouncement(count, kinds);
      // Screen readers read a text only if it differs.
      text.value = next === text.peek() ? `${next}\u00A0` : next;
      count = 0;
      kinds = new Set();
    },
  );
  const add = (record: JudgedRecord) => {
    count += 1;
    kinds.add(kindLabel(record));
    announceJob.schedule();
  };
  const isNewInvalid = ({ verdict, at }: JudgedRecord) => verdict === 'invalid' && at >= since;
  const becameInvalid = ({ record, before }: RecordChange<JudgedRecord>) =>
    isNewInvalid(record) && before?.verdict !== 'invalid';
  records.all().filter(isNewInvalid).forEach(add);
  const unsubscribe = records.subscribe((change) => {
    if (change.type !== 'records') return;
    for (const each of change.changes) if (becameInvalid(each)) add(each.record);
  });
  return {
    text,
    stop() {
      unsubscribe();
      announceJob.cancel();
    },
  };
}

function formatAnnouncement(count: number, kinds: ReadonlySet<string>): string {
  const firstKinds = [...kinds].slice(0, MAX_NAMED_KINDS).join(', ');
  const list = kinds.size > MAX_NAMED_KINDS ? `${firstKinds}, …` : firstKinds;
  return i18n.t('announce.invalid', count, { n: formatNumber(count), kinds: list });
}
