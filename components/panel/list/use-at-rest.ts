import { useEffect, useState } from 'preact/hooks';

/** Whether a value has stayed the same for so many milliseconds; draws once more when it has. */
export function useAtRest(value: unknown, milliseconds: number): boolean {
  const [rested, setRested] = useState(value);
  useEffect(() => {
    if (rested === value) return undefined;
    const timer = setTimeout(() => setRested(value), milliseconds);
    return () => clearTimeout(timer);
  }, [rested, value, milliseconds]);
  return rested === value;
}
