import type { RefObject } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';

interface KeptFocusOptions {
  /** Whether the focus must never leave the element. */
  readonly isModal?: boolean;
  /** Gets the focus when the focused control is removed, instead of a control nearby. */
  readonly fallback?: RefObject<HTMLElement | null> | undefined;
}

const CONTROLS = ':is(a[href], button, input, select, textarea, summary, [tabindex]):not(:disabled)';

const controlsIn = (element: Element) => [...element.querySelectorAll<HTMLElement>(CONTROLS)];

/**
 * Keeps the focus in an element when its focused control is removed, for example with a deleted item.
 * Without a fallback, focuses the control that is now at the same position in the nearest remaining ancestor. If no
 * control remains, focuses the control outside that had the focus before. Browsers would move the focus to the page,
 * where keys reach DevTools. DevTools opens its drawer on Esc. Returns a function that stops this.
 */
export function keepFocusInside(root: HTMLElement, { isModal = false, fallback }: KeptFocusOptions = {}): () => void {
  let focused: Element | null = null;
  /** The elements around the focused control, each with the control's index in it. */
  let parts: readonly (readonly [part: Element, index: number])[] = [[root, 0]];
  let previousFocus: EventTarget | null = null;
  const isOutside = (target: EventTarget | null) => !(target instanceof Node && root.contains(target));
  const onFocusIn = ({ target, relatedTarget }: FocusEvent) => {
    if (!(target instanceof HTMLElement)) return;
    focused = target;
    parts = partsAround(target, root);
    if (relatedTarget !== null && isOutside(relatedTarget)) previousFocus = relatedTarget;
  };
  // Chromium before version 127 dispatches this event for a control that is about to be removed, too.
  const onFocusOut = ({ target }: FocusEvent) =>
    queueMicrotask(() => {
      if (target === focused && focused?.isConnected && document.activeElement !== focused) focused = null;
    });
  const isLost = () =>
    isModal ? isOutside(document.activeElement) : focused?.isConnected === false && isOnPage(document.activeElement);
  const observer = new MutationObserver(() => {
    if (!isLost()) return;
    focused = null;
    const next = fallback?.current ?? controlAmong(parts) ?? previousFocus;
    if (next instanceof HTMLElement) next.focus({ preventScroll: !isModal && next !== fallback?.current });
  });
  root.addEventListener('focusin', onFocusIn);
  root.addEventListener('focusout', onFocusOut);
  observer.observe(root, { childList: true, subtree: true });
  return () => {
    observer.disconnect();
    root.removeEventListener('focusin', onFocusIn);
    root.removeEventListener('focusout', onFocusOut);
  };
}

/** Whether no control has the focus. */
const isOnPage = (active: Element | null) => active === null || active === document.body;

function partsAround(control: HTMLElement, root: HTMLElement): readonly (readonly [Element, number])[] {
  const parts: [Element, number][] = [];
  for (let part = control.parentElement; part !== null && root.contains(part); part = part.parentElement)
    parts.push([part, Math.max(0, controlsIn(part).indexOf(control))]);
  return parts;
}

function controlAmong(parts: readonly (readonly [Element, number])[]): HTMLElement | undefined {
  for (const [part, index] of parts) {
    const controls = part.isConnected ? controlsIn(part) : [];
    if (controls.length > 0) return controls[index] ?? controls.at(-1);
  }
  return undefined;
}

/** Keeps the focus in the element of the returned ref: see {@link keepFocusInside}. */
export function useKeptFocus<Kind extends HTMLElement>(
  fallback?: RefObject<HTMLElement | null>,
): RefObject<Kind | null> {
  const part = useRef<Kind>(null);
  useLayoutEffect(() => (part.current ? keepFocusInside(part.current, { fallback }) : undefined), []);
  return part;
}
