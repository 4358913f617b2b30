import type { RefObject } from 'preact';
import { useLayoutEffect } from 'preact/hooks';
import { isInView, isPressed, keyCommands } from '#components/panel/app/registries.ts';
import { useApp, useStore } from '#components/panel/app/stores.ts';

/** Listens for the keys that work in the whole panel. */
export function usePanelKeys(root: RefObject<HTMLElement | null>): void {
  const { view } = useApp();
  const commands = useStore(keyCommands);
  useLayoutEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const command = event.defaultPrevented
        ? undefined
        : commands.parts.find((part) => isInView(part, view.peek()) && isPressed(part, event));
      if (command && root.current) {
        event.preventDefault();
        command.run(root.current);
      }
      // DevTools handles keys at the document even if they are handled: Esc opens its drawer, Ctrl+F its search.
      if (event.defaultPrevented) event.stopPropagation();
    };
    const { body } = document;
    body.addEventListener('keydown', onKeyDown);
    return () => body.removeEventListener('keydown', onKeyDown);
  }, [root, view, commands]);
}
