import type { RefObject } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';

/** Whether a new view may take the focus. A select keeps it: arrow keys change its value step by step. */
export function mayTakeFocus(): boolean {
  return !(document.activeElement instanceof HTMLSelectElement);
}

/** Focuses an element when it is mounted, if `isWanted`. */
export function useFocusOnMount<Kind extends HTMLElement>(isWanted = true): RefObject<Kind | null> {
  const element = useRef<Kind>(null);
  useLayoutEffect(() => {
    if (isWanted && mayTakeFocus()) element.current?.focus();
  }, []);
  return element;
}

/**
 * Submits a form, then focuses its first invalid field, so that screen readers read its error.
 * Problems that change while the user types don't move the focus. Spread the returned props on the form.
 */
export function useSubmit(problems: readonly unknown[], submit: () => void) {
  const form = useRef<HTMLFormElement>(null);
  const isSubmitted = useRef(false);
  useLayoutEffect(() => {
    if (isSubmitted.current) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
    isSubmitted.current = false;
  }, [problems]);
  return {
    ref: form,
    onSubmit(event: SubmitEvent) {
      event.preventDefault();
      isSubmitted.current = true;
      submit();
    },
  };
}
