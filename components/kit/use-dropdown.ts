import { type Signal, useSignal } from '@preact/signals';
import type { TargetedFocusEvent } from 'preact';

export interface Dropdown {
  readonly isOpen: Signal<boolean>;
  readonly toggle: () => void;
  readonly close: () => void;
  /** Props of the element that contains the button and its dropdown. */
  readonly container: {
    readonly onFocusOut: (event: TargetedFocusEvent<HTMLElement>) => void;
    readonly onKeyDown: (event: KeyboardEvent) => void;
  };
}

/** A dropdown below a button: closed by Esc and when the focus moves elsewhere. */
export function useDropdown(): Dropdown {
  const isOpen = useSignal(false);
  const close = () => {
    isOpen.value = false;
  };
  return {
    isOpen,
    close,
    toggle: () => {
      isOpen.value = !isOpen.value;
    },
    container: {
      onFocusOut: ({ relatedTarget, currentTarget }) => {
        if (!(relatedTarget instanceof Node) || !currentTarget.contains(relatedTarget)) close();
      },
      onKeyDown: (event) => {
        // A dialog in the dropdown handles Esc itself.
        if (event.defaultPrevented || event.key !== 'Escape' || !isOpen.value) return;
        event.preventDefault();
        // The focused item is about to be removed.
        if (event.currentTarget instanceof HTMLElement) focusToggle(event.currentTarget);
        close();
      },
    },
  };
}

function focusToggle(container: HTMLElement): void {
  container.querySelector<HTMLElement>('[aria-expanded="true"]')?.focus();
}
