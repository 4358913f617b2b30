import type { TargetedKeyboardEvent } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { Icon } from './Icon';
import './menu.css';

export interface MenuItem {
  readonly id: string;
  readonly label: string;
  readonly onSelect: () => void;
  /** Set for an item that toggles. Unset for an action. */
  readonly checked?: boolean;
  /** Shortcut as it is displayed: `Ctrl+C`. */
  readonly keys?: string;
}

/** Groups of items, divided by separators. */
type MenuGroups = readonly (readonly MenuItem[])[];

interface MenuProps {
  /** The accessible name. */
  readonly name: string;
  readonly groups: MenuGroups;
  /** Position in pixels of the window. The menu is moved if it would overflow the window. */
  readonly position: { readonly x: number; readonly y: number };
  readonly onClose: () => void;
}

/** A context menu. Arrow keys move the focus. Esc closes the menu and restores the previous focus. */
export function Menu({ name, groups, position, onClose }: MenuProps) {
  const menu = useRef<HTMLDivElement>(null);
  useOpenMenu(menu, position, onClose);
  const select = (item: MenuItem) => {
    onClose();
    item.onSelect();
  };
  return (
    <div
      class="menu"
      role="menu"
      aria-label={name}
      popover="manual"
      ref={menu}
      onKeyDown={(event) => onKeyDown(event, onClose)}
      onContextMenu={(event) => event.preventDefault()}
    >
      {groups
        .filter((items) => items.length > 0)
        .map((items, index) => (
          <>
            {index > 0 && <hr key={`line before ${items[0]?.id}`} />}
            {items.map((item) => (
              <MenuRow key={item.id} item={item} onSelect={() => select(item)} />
            ))}
          </>
        ))}
    </div>
  );
}

function MenuRow({
  item: { label, checked, keys },
  onSelect,
}: {
  readonly item: MenuItem;
  readonly onSelect: () => void;
}) {
  const roleProps =
    checked === undefined
      ? ({ role: 'menuitem' } as const)
      : ({ role: 'menuitemcheckbox', 'aria-checked': checked } as const);
  return (
    <button type="button" {...roleProps} tabIndex={-1} onClick={onSelect}>
      <span class="check-mark">{checked && <Icon name="valid" size={13} />}</span>
      <span class="grow">{label}</span>
      {keys && <span class="keys-hint">{keys}</span>}
    </button>
  );
}

/** Shows and focuses the menu. Closes it on a pointer press elsewhere, and on blur or resize of the window. */
function useOpenMenu(
  menu: { readonly current: HTMLDivElement | null },
  position: MenuProps['position'],
  onClose: () => void,
) {
  const close = useRef(onClose);
  close.current = onClose;
  useLayoutEffect(() => {
    const element = menu.current;
    if (!element) return;
    const previousFocus = document.activeElement;
    element.showPopover?.();
    const { width, height } = element.getBoundingClientRect();
    element.style.left = `${Math.max(2, Math.min(position.x, innerWidth - width - 4))}px`;
    element.style.top = `${Math.max(2, Math.min(position.y, innerHeight - height - 4))}px`;
    itemsOf(element)[0]?.focus({ preventScroll: true });
    return () => {
      if (previousFocus instanceof HTMLElement && element.contains(document.activeElement))
        previousFocus.focus({ preventScroll: true });
    };
  }, [position]);
  useLayoutEffect(() => {
    const onOutside = (event: Event) => {
      if (event.target instanceof Node && !menu.current?.contains(event.target)) close.current();
    };
    const onBlur = () => close.current();
    document.addEventListener('pointerdown', onOutside, true);
    window.addEventListener('blur', onBlur);
    window.addEventListener('resize', onBlur);
    return () => {
      document.removeEventListener('pointerdown', onOutside, true);
      window.removeEventListener('blur', onBlur);
      window.removeEventListener('resize', onBlur);
    };
  }, []);
}

function onKeyDown(event: TargetedKeyboardEvent<HTMLElement>, close: () => void) {
  const items = itemsOf(event.currentTarget);
  const index = document.activeElement instanceof HTMLElement ? items.indexOf(document.activeElement) : -1;
  const focusItem = (next: number) => items[(next + items.length) % items.length]?.focus({ preventScroll: true });
  // No other key may run a shortcut of the panel behind the menu, or of DevTools.
  event.stopPropagation();
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key === 'ArrowDown') focusItem(index + 1);
  else if (event.key === 'ArrowUp') focusItem(index < 0 ? -1 : index - 1);
  else if (event.key === 'Home') focusItem(0);
  else if (event.key === 'End') focusItem(-1);
  else if (event.key === 'Escape' || event.key === 'Tab') close();
  else if (event.key === 'Enter' || event.key === ' ') items[index]?.click();
  else if (event.key.length !== 1 || !focusNextByLetter(items, index, event.key)) return;
  event.preventDefault();
}

function focusNextByLetter(items: readonly HTMLElement[], index: number, letter: string): boolean {
  const prefix = letter.toLowerCase();
  const candidates = [...items.slice(index + 1), ...items.slice(0, index + 1)];
  const match = candidates.find((item) => item.textContent?.trim().toLowerCase().startsWith(prefix));
  match?.focus({ preventScroll: true });
  return match !== undefined;
}

function itemsOf(menu: HTMLElement): readonly HTMLElement[] {
  return [...menu.querySelectorAll<HTMLElement>('[role^="menuitem"]')];
}
