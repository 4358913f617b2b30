import { useEffect, useState } from 'preact/hooks';
import { useApp } from '#components/panel/app/stores.ts';

/** Returns true once `flag` has been true for this number of milliseconds, and false as soon as it is false. */
export function useDelayedFlag(flag: boolean, milliseconds: number): boolean {
  const { scheduler } = useApp();
  const [hasLasted, setHasLasted] = useState(false);
  useEffect(() => {
    if (!flag) return undefined;
    const cancel = scheduler.setTimer(milliseconds, () => setHasLasted(true));
    return () => {
      cancel();
      setHasLasted(false);
    };
  }, [flag, milliseconds, scheduler]);
  return flag && hasLasted;
}
