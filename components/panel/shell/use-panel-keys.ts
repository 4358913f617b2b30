import { type Signal, useSignal } from '@preact/signals';
import type { RefObject } from 'preact';
import { useEffect } from 'preact/hooks';
import { useStores } from '#components/panel/app/stores.ts';
import { clearLiveList } from '#components/panel/captures/capture-list.ts';

/** Listens for the keys that work in the whole panel; panel-keys lists all. Returns whether the help is open. */
export function usePanelKeys(root: RefObject<HTMLElement | null>): Signal<boolean> {
  const stores = useStores();
  const help = useSignal(false);
  useEffect(() => {
    const follow = (event: KeyboardEvent) => {
      const command = event.ctrlKey || event.metaKey;
      if (command && event.key === 'f' && stores.app.view.value === 'events')
        return take(event, () => focusFilter(root.current));
      if (command && event.key === 'l') return take(event, () => clearLiveList(stores));
      if (event.key === '?' && !isTyping(event.target)) return take(event, () => toggle(help));
    };
    const onKeyDown = (event: KeyboardEvent) => {
      if (!event.defaultPrevented) follow(event);
      // DevTools listens at the document, whatever came of the key: with Esc it opens its drawer, with Ctrl+F its search.
      if (event.defaultPrevented) event.stopPropagation();
    };
    const { body } = document;
    body.addEventListener('keydown', onKeyDown);
    return () => body.removeEventListener('keydown', onKeyDown);
  }, [root, stores]);
  return help;
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
