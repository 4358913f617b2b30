import type { TargetedKeyboardEvent } from 'preact';

const steps: Readonly<Record<string, (index: number, count: number) => number>> = {
  ArrowRight: (index, count) => (index + 1) % count,
  ArrowLeft: (index, count) => (index - 1 + count) % count,
  Home: () => 0,
  End: (_, count) => count - 1,
};

/** Where arrows, Home and End lead in a row of tabs or buttons, beyond an end to the other; `null` for any other key. */
export function rovingIndex(key: string, index: number, count: number): number | null {
  return steps[key]?.(index, count) ?? null;
}

/**
 * Keys of a tab list: arrows, Home and End choose a tab and move the focus to it.
 * Give it to the list's `onKeyDown`.
 */
export function useRovingTabs<Value>(values: readonly Value[], current: Value, choose: (value: Value) => void) {
  return (event: TargetedKeyboardEvent<HTMLElement>) => {
    const index = rovingIndex(event.key, values.indexOf(current), values.length);
    if (index === null) return;
    event.preventDefault();
    const next = values[index];
    if (next === undefined) return;
    choose(next);
    event.currentTarget.querySelectorAll<HTMLElement>('[role="tab"]')[index]?.focus();
  };
}
