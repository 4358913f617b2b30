import { useEffect, useState } from 'preact/hooks';
import { useApp } from '#components/panel/app/stores.ts';

/** Returns true once a flag has been true for this number of milliseconds. */
export function useDelayedFlag(isSo: boolean, milliseconds: number): boolean {
  const { scheduler } = useApp();
  const [lasts, setLasts] = useState(false);
  useEffect(() => {
    if (!isSo) return undefined;
    const cancel = scheduler.after(milliseconds, () => setLasts(true));
    return () => {
      cancel();
      setLasts(false);
    };
  }, [isSo, milliseconds, scheduler]);
  return isSo && lasts;
}
