import type { TargetedFocusEvent, TargetedKeyboardEvent } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';

const steps: Readonly<Record<string, (index: number, count: number) => number>> = {
  ArrowRight: (index, count) => (index + 1) % count,
  ArrowLeft: (index, count) => (index - 1 + count) % count,
  Home: () => 0,
  End: (_, count) => count - 1,
};

/** A row of buttons as one stop for Tab, with arrows between them. Spread what it returns on the element around them. */
export function useRovingButtons() {
  const root = useRef<HTMLElement>(null);
  const [focused, setFocused] = useState<Element | null>(null);
  useLayoutEffect(() => {
    const buttons = buttonsIn(root.current);
    const stop = buttons.find((button) => button === focused) ?? buttons[0];
    for (const button of buttons) button.tabIndex = button === stop ? 0 : -1;
  });
  return {
    ref: (element: HTMLElement | null) => {
      root.current = element;
    },
    onFocusIn: ({ target }: TargetedFocusEvent<HTMLElement>) => setFocused(target as Element),
    onKeyDown(event: TargetedKeyboardEvent<HTMLElement>) {
      const step = steps[event.key];
      const buttons = buttonsIn(event.currentTarget);
      const index = buttons.findIndex((button) => button === event.target);
      if (!step || index < 0) return;
      event.preventDefault();
      buttons[step(index, buttons.length)]?.focus();
    },
  };
}

function buttonsIn(element: HTMLElement | null): readonly HTMLButtonElement[] {
  return [...(element?.querySelectorAll('button') ?? [])];
}
