import { useEffect, useState } from 'preact/hooks';
import { useApp } from '#components/panel/app/stores.ts';

/** Returns true once `flag` has been true for `delayMs`, and false as soon as it is false. */
export function useDelayedFlag(flag: boolean, delayMs: number): boolean {
  const { scheduler } = useApp();
  const [hasLasted, setHasLasted] = useState(false);
  useEffect(() => {
    if (!flag) return undefined;
    const cancel = scheduler.setTimer(delayMs, () => setHasLasted(true));
    return () => {
      cancel();
      setHasLasted(false);
    };
  }, [flag, delayMs, scheduler]);
  return flag && hasLasted;
}
