import { useEffect, useState } from 'preact/hooks';
import { useApp } from '#components/panel/app/stores.ts';
import type { Records } from '#components/panel/event-list/record-store.ts';
import type { EpochMilliseconds } from '#core/journey/record';
import { announceInvalid } from './announcements';

interface AnnouncerProps {
  readonly records: Records;
  /** When the list was first shown. */
  readonly since: EpochMilliseconds;
}

/** Tells a screen reader of new invalid events, politely and not one by one. */
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
    <p class="hidden" aria-live="polite">
      {text}
    </p>
  );
}
