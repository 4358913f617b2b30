import type { FunctionComponent, RefObject } from 'preact';
import { appendItems } from '#core/util/lists';
import type { PanelView } from './app-store';
import { defineStore, type StoreDefinition } from './stores';

/** The parts that features add to the panel, in the order in which they are shown. */
export interface Registry<Part> {
  readonly parts: readonly Part[];
  add(...parts: readonly Part[]): void;
  /** Removes a part that this panel does not need. Call it before the first rendering. */
  remove(part: Part): void;
}

/** Defines a registry with its initial parts. Call once for each kind of part. */
export function defineRegistry<Part>(initialParts: readonly Part[] = []): StoreDefinition<Registry<Part>> {
  return defineStore(() => {
    const parts = [...initialParts];
    return {
      parts,
      add: (...added) => appendItems(parts, added),
      remove(part) {
        const index = parts.indexOf(part);
        if (index >= 0) parts.splice(index, 1);
      },
    };
  });
}

/** Key names as the help shows them, and the text for their action. */
type KeyHelp = readonly [keys: string, text: string];

/**
 * A command with a key that works in the whole panel.
 * The key listener, the key help and the command menu are all built from this entry.
 */
export interface KeyCommand {
  readonly id: string;
  /** Key names as the help shows them, and as they are matched: `Ctrl F`, `Shift N`, `?`. */
  readonly keys: string;
  /** In the current language. */
  readonly label: () => string;
  /** The view in which the command works; unset for all views. */
  readonly view?: PanelView;
  /** Whether text fields handle this key themselves. They always handle keys without Ctrl. */
  readonly isHandledByFields?: true;
  /** Whether the key also works in a dialog over the panel. */
  readonly isAllowedInDialogs?: true;
  /** Whether the command menu lists the command in the current state. Unset if it is always listed. */
  readonly isListed?: () => boolean;
  /** Gets the root element of the panel. */
  readonly run: (panel: HTMLElement) => void;
}

/** Whether a command works in a view. */
export function isInView({ view }: KeyCommand, currentView: PanelView): boolean {
  return view === undefined || view === currentView;
}

export const keyCommands = defineRegistry<KeyCommand>();

/** An entry of the command menu. */
export interface MenuCommand {
  readonly id: string;
  readonly label: string;
  /** Group of the command, if the label alone is ambiguous. */
  readonly group?: string;
  /** Key names of the command, if it also has keys. */
  readonly keys?: string;
  /** Synonyms that the search matches. */
  readonly synonyms?: string;
  /** Gets the root element of the panel. */
  readonly run: (panel: HTMLElement) => void;
}

/** Commands without a key. Each function returns the commands that can be run now. */
export const menuCommands = defineRegistry<() => readonly MenuCommand[]>();

/** Functions that are called when the command menu opens, to refresh the state of its commands. */
export const menuOpenHandlers = defineRegistry<() => void>();

/** The keys of one part of the panel, for the help. */
export interface KeyGroup {
  readonly title: string;
  readonly keys: readonly KeyHelp[];
}

export const keyGroups = defineRegistry<() => KeyGroup>();

/** An overlay on the whole panel, in every view. Gets the root element of the panel. */
export type PanelOverlay = FunctionComponent<{ readonly panel: RefObject<HTMLElement | null> }>;

export const panelOverlays = defineRegistry<PanelOverlay>();

/** Tools of the toolbar. */
export const toolbarTools = defineRegistry<FunctionComponent>();

/** Bars between the toolbar and the view that is shown. Each decides whether to render. */
export const panelBars = defineRegistry<FunctionComponent>();

/** A part of the status bar: information at its start, actions at its end. */
export interface StatusPart {
  readonly side: 'start' | 'end';
  readonly View: FunctionComponent;
}

export const statusParts = defineRegistry<StatusPart>();

/** A part of the settings dialog. */
export type SettingsSection = FunctionComponent<{ readonly onClose: () => void }>;

export const settingsSections = defineRegistry<SettingsSection>();

/** Whether a key is typed into a field, where letters are text. */
export function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select'));
}

/** Whether a key is pressed in a dialog over the panel. */
export function isInDialog(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('dialog') !== null;
}

/**
 * Whether the shortcut of a command is pressed: with Ctrl, or with Command on a Mac.
 * While the user types, keys without Ctrl are ignored. In a dialog over the panel, letters without Ctrl are ignored.
 */
export function isPressed(
  { keys, isHandledByFields }: Pick<KeyCommand, 'keys' | 'isHandledByFields'>,
  event: KeyboardEvent,
): boolean {
  const modifiers = keys.split(' ');
  const keyName = modifiers.pop() ?? '';
  const isLetter = /^[A-Z]$/.test(keyName);
  const hasCtrl = modifiers.includes('Ctrl');
  const { target } = event;
  // Whether a punctuation mark needs Shift depends on the keyboard layout.
  if (isLetter && event.shiftKey !== modifiers.includes('Shift')) return false;
  if (event.key.toLowerCase() !== keyName.toLowerCase() || event.altKey) return false;
  if ((event.ctrlKey || event.metaKey) !== hasCtrl) return false;
  if (hasCtrl) return !(isHandledByFields && isTyping(target));
  return !isTyping(target) && !(isLetter && isInDialog(target));
}
