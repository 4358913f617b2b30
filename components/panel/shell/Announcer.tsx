import { useEffect, useState } from 'preact/hooks';
import { useApp } from '#components/panel/app/stores.ts';
import type { Records } from '#components/panel/event-list/record-store.ts';
import { announceInvalid } from './announcements';

/** Tells a screen reader of new invalid events, politely and not one by one. */
export function Announcer({ records }: { readonly records: Records }) {
  const { now, scheduler } = useApp();
  const [text, setText] = useState('');
  useEffect(() => {
    const announcements = announceInvalid(records, now(), scheduler);
    const stop = announcements.text.subscribe(setText);
    return () => {
      stop();
      announcements.stop();
    };
  }, [records, now, scheduler]);
  return (
    <p class="hidden" aria-live="polite">
      {text}
    </p>
  );
}
