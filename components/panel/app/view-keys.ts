import type { KeyGroup } from './registries';

/** The action of a key in the current state. */
type KeyAction = () => void;

/** A key of one view. The key listener and the key help are both built from this entry. */
export interface ViewKey<Target> {
  /** Key names as the help shows them: `Shift ↑ ↓`. */
  readonly keys: string;
  /** In the current language. Unset for keys that every list or tree has; the help omits them. */
  readonly label?: () => string;
  /**
   * Returns the action of the key in this state, or `null` for another key.
   * Unset if the browser handles it, as Enter on a button.
   */
  readonly actionFor?: (event: KeyboardEvent, target: Target) => KeyAction | null;
}

/** Returns the action of the first key that handles an event, or `null` if none does. */
export function findKeyAction<Target>(
  keys: readonly ViewKey<Target>[],
  event: KeyboardEvent,
  target: Target,
): KeyAction | null {
  for (const { actionFor } of keys) {
    const action = actionFor?.(event, target) ?? null;
    if (action !== null) return action;
  }
  return null;
}

/** Returns the key help of a view. */
export function keyHelpOf(title: string, keys: readonly Pick<ViewKey<never>, 'keys' | 'label'>[]): KeyGroup {
  return { title, keys: keys.flatMap(({ keys: names, label }) => (label ? [[names, label()] as const] : [])) };
}

/** Whether Ctrl is held, or Command on a Mac. */
export function hasCtrl({ ctrlKey, metaKey }: KeyboardEvent): boolean {
  return ctrlKey || metaKey;
}

/** Whether a letter is pressed with Ctrl or Cmd and no Shift. Caps Lock makes no difference. */
export function isCtrlLetter(event: KeyboardEvent, letter: string): boolean {
  return hasCtrl(event) && !event.shiftKey && event.key.toLowerCase() === letter;
}

/** Number of rows that Page Up and Page Down move unless the caller sets another. */
const PAGE_ROWS = 10;

/** Returns the index of the row that a key moves the focus to, or `null` for another key. */
export function indexAfterKey(key: string, index: number, count: number, pageRows = PAGE_ROWS): number | null {
  const targets: Readonly<Record<string, number>> = {
    ArrowDown: index + 1,
    ArrowUp: index - 1,
    PageDown: index + pageRows,
    PageUp: index - pageRows,
    Home: 0,
    End: count - 1,
  };
  const target = targets[key];
  return target === undefined ? null : Math.max(0, Math.min(count - 1, target));
}
