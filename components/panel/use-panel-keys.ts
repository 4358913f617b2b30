import { type Signal, useSignal } from '@preact/signals';
import type { RefObject } from 'preact';
import { useEffect } from 'preact/hooks';
import type { Commands } from '../../lib/panel/commands';
import type { PanelModel } from '../../lib/panel/panel-model';

/** Listens for the keys that work in the whole panel; panel-keys lists all. Returns whether the help is open. */
export function usePanelKeys(
  root: RefObject<HTMLElement | null>,
  model: PanelModel,
  commands: Commands,
): Signal<boolean> {
  const help = useSignal(false);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented) return;
      const command = event.ctrlKey || event.metaKey;
      if (command && event.key === 'f' && model.view.value === 'events')
        return take(event, () => focusFilter(root.current));
      if (command && event.key === 'l') return take(event, commands.clear);
      if (event.key === '?' && !isTyping(event.target)) return take(event, () => toggle(help));
    };
    const panel = root.current;
    panel?.addEventListener('keydown', keepEscape);
    document.addEventListener('keydown', onKeyDown);
    return () => {
      panel?.removeEventListener('keydown', keepEscape);
      document.removeEventListener('keydown', onKeyDown);
    };
  }, [root, model, commands]);
  return help;
}

/** What Esc was for here is done: DevTools, which listens at the document, would open or close its drawer with it too. */
function keepEscape(event: KeyboardEvent) {
  if (event.key === 'Escape' && event.defaultPrevented) event.stopPropagation();
}

function take(event: KeyboardEvent, deed: () => void) {
  event.preventDefault();
  deed();
}

function toggle(open: Signal<boolean>) {
  open.value = !open.value;
}

function focusFilter(root: HTMLElement | null) {
  const field = root?.querySelector<HTMLInputElement>('.filter input');
  field?.focus();
  field?.select();
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select'));
}
