import { useEffect, useState } from 'preact/hooks';
import type { Records } from '#components/panel/event-list/record-store.ts';
import { announceInvalid } from './announcements';

const after = (milliseconds: number, call: () => void) => {
  const timer = setTimeout(call, milliseconds);
  return () => clearTimeout(timer);
};

/** Tells a screen reader of new invalid events, politely and not one by one. */
export function Announcer({ records }: { readonly records: Records }) {
  const [text, setText] = useState('');
  useEffect(() => {
    const announcements = announceInvalid(records, Date.now(), after);
    const stop = announcements.text.subscribe(setText);
    return () => {
      stop();
      announcements.stop();
    };
  }, [records]);
  return (
    <p class="hidden" aria-live="polite">
      {text}
    </p>
  );
}
