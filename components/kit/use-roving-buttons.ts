import type { TargetedFocusEvent, TargetedKeyboardEvent } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { rovingIndex } from './use-roving-tabs';

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
      const buttons = buttonsIn(event.currentTarget);
      const index = event.target instanceof HTMLButtonElement ? buttons.indexOf(event.target) : -1;
      const next = index < 0 ? null : rovingIndex(event.key, index, buttons.length);
      if (next === null) return;
      event.preventDefault();
      buttons[next]?.focus();
    },
  };
}

function buttonsIn(element: HTMLElement | null): readonly HTMLButtonElement[] {
  return [...(element?.querySelectorAll('button') ?? [])];
}
