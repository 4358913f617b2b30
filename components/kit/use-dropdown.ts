import { type Signal, useSignal } from '@preact/signals';
import type { TargetedFocusEvent } from 'preact';

export interface Dropdown {
  readonly open: Signal<boolean>;
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
  const open = useSignal(false);
  const close = () => {
    open.value = false;
  };
  return {
    open,
    close,
    toggle: () => {
      open.value = !open.value;
    },
    container: {
      onFocusOut: ({ relatedTarget, currentTarget }) => {
        if (!(relatedTarget instanceof Node) || !currentTarget.contains(relatedTarget)) close();
      },
      onKeyDown: (event) => {
        // A dialog in the dropdown handles Esc itself.
        if (event.defaultPrevented || event.key !== 'Escape' || !open.value) return;
        event.preventDefault();
        // The focused item of the dropdown is removed.
        if (event.currentTarget instanceof HTMLElement) focusToggle(event.currentTarget);
        close();
      },
    },
  };
}

function focusToggle(container: HTMLElement): void {
  container.querySelector<HTMLElement>('[aria-expanded="true"]')?.focus();
}
