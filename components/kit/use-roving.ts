import type { TargetedFocusEvent, TargetedKeyboardEvent } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';

const steps: Readonly<Record<string, (index: number, count: number) => number>> = {
  ArrowRight: (index, count) => (index + 1) % count,
  ArrowLeft: (index, count) => (index - 1 + count) % count,
  Home: () => 0,
  End: (_, count) => count - 1,
};

/**
 * Returns the index that arrows, Home and End move to in a row of tabs or buttons, with wraparound.
 * Returns `null` for any other key, and for shortcuts of the browser such as Alt+←.
 */
function rovingIndex(event: KeyboardEvent, index: number, count: number): number | null {
  if (event.altKey || event.ctrlKey || event.metaKey) return null;
  return steps[event.key]?.(index, count) ?? null;
}

/**
 * Returns the `onKeyDown` handler of a tab list.
 * Arrows, Home and End select a tab and move the focus to that tab.
 */
export function useRovingTabs<Value>(values: readonly Value[], current: Value, select: (value: Value) => void) {
  return (event: TargetedKeyboardEvent<HTMLElement>) => {
    const index = rovingIndex(event, values.indexOf(current), values.length);
    if (index === null) return;
    event.preventDefault();
    const next = values[index];
    if (next === undefined) return;
    select(next);
    event.currentTarget.querySelectorAll<HTMLElement>('[role="tab"]')[index]?.focus();
  };
}

/**
 * Makes a row of buttons one tab stop, with arrow keys between them.
 * Spread the returned props on the element around them.
 * @param entry The selector of the button that Tab focuses first; by default the first button.
 */
export function useRovingButtons(entry?: string) {
  const root = useRef<HTMLElement>(null);
  const previousInputs = useRef<readonly unknown[]>([]);
  const [focused, setFocused] = useState<Element | null>(null);
  useLayoutEffect(() => {
    const buttons = buttonsIn(root.current);
    // Skips rerenders with the same buttons and focus: `isShown` makes the browser compute styles, which is slow.
    const inputs = [focused, ...buttons];
    if (
      inputs.length === previousInputs.current.length &&
      inputs.every((input, index) => input === previousInputs.current[index])
    )
      return;
    previousInputs.current = inputs;
    const isEntry = (button: HTMLButtonElement) => entry !== undefined && button.matches(entry) && isShown(button);
    const tabStop = buttons.find((button) => button === focused) ?? buttons.find(isEntry) ?? buttons.find(isShown);
    for (const button of buttons) button.tabIndex = button === tabStop ? 0 : -1;
  });
  return {
    ref: (element: HTMLElement | null) => {
      root.current = element;
    },
    onFocusIn: ({ target }: TargetedFocusEvent<HTMLElement>) => {
      if (target instanceof HTMLButtonElement) setFocused(target);
    },
    onKeyDown(event: TargetedKeyboardEvent<HTMLElement>) {
      const buttons = buttonsIn(event.currentTarget).filter(isShown);
      const index = event.target instanceof HTMLButtonElement ? buttons.indexOf(event.target) : -1;
      const next = index < 0 ? null : rovingIndex(event, index, buttons.length);
      if (next === null) return;
      event.preventDefault();
      buttons[next]?.focus();
    },
  };
}

/** Returns the buttons of a row. Buttons in an overlay or dialog of the row have separate tab stops. */
function buttonsIn(element: HTMLElement | null): readonly HTMLButtonElement[] {
  return [...(element?.querySelectorAll('button') ?? [])].filter((button) => !button.closest('.overlay, dialog'));
}

/** Whether a button is visible. A narrow panel hides some buttons. */
export function isShown(button: HTMLElement): boolean {
  return button.checkVisibility?.() ?? true;
}
