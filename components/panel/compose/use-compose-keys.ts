import type { Composer } from './draft/composer';

/** The keys of the composing view: Ctrl+Enter fires, Ctrl+Z and Ctrl+Y go through the draft's one history. */
export function useComposeKeys(composer: Composer, fire: () => void) {
  return (event: KeyboardEvent) => {
    if (!(event.ctrlKey || event.metaKey) || event.defaultPrevented) return;
    const deed = deedOf(event, composer, fire);
    if (!deed) return;
    // A field's own undo knows of that field alone, and nothing of the JSON beside it.
    event.preventDefault();
    deed();
  };
}

function deedOf({ key, shiftKey }: KeyboardEvent, composer: Composer, fire: () => void): (() => void) | null {
  if (key === 'Enter') return fire;
  if (key.toLowerCase() === 'z') return shiftKey ? composer.redo : composer.undo;
  return key.toLowerCase() === 'y' ? composer.redo : null;
}
