import type { FunctionComponent, RefObject } from 'preact';
import { appendItems } from '#core/util/append-items';
import type { PanelView } from './app-store';
import { defineStore, type StoreDefinition } from './stores';

/** The parts that features add to the panel, in the order in which they are shown. */
export interface Registry<Part> {
  readonly parts: readonly Part[];
  add(...parts: readonly Part[]): void;
  /** Removes a part that this panel has no use for. Call it before anything is shown. */
  remove(part: Part): void;
}

/** Creates a registry, of the given parts at first. Call it once for each kind of part. */
export function defineRegistry<Part>(first: readonly Part[] = []): StoreDefinition<Registry<Part>> {
  return defineStore(() => {
    const parts = [...first];
    return {
      parts,
      add: (...added) => appendItems(parts, added),
      remove: (part) => void parts.splice(parts.indexOf(part), 1),
    };
  });
}

/** Names of keys as the help shows them, and their actions. */
type KeyHelp = readonly [keys: string, text: string];

/**
 * A command with a key that works in the whole panel: one entry, of which the listener, the key help and the command menu
 * are made.
 */
export interface KeyCommand {
  readonly id: string;
  /** Key names as the help shows them, and as they are matched: `Ctrl F`, `Shift N`, `?`. */
  readonly keys: string;
  /** In the language of the moment. */
  readonly label: () => string;
  /** The view in which it works; unset for all views. */
  readonly view?: PanelView;
  /** Text fields have this key for themselves. Keys without Ctrl always are the field's own. */
  readonly isOfField?: true;
  /** Whether the command menu lists it now, where it can. By default it does. */
  readonly isListed?: () => boolean;
  /** Gets the root element of the panel. */
  readonly run: (panel: HTMLElement) => void;
}

/** Whether a command works in a view. */
export function isInView({ view }: KeyCommand, shown: PanelView): boolean {
  return view === undefined || view === shown;
}

export const keyCommands = defineRegistry<KeyCommand>();

/** An entry of the command menu. */
export interface MenuCommand {
  readonly id: string;
  readonly label: string;
  /** Group of the command, if the label alone is ambiguous. */
  readonly group?: string;
  /** Names of the keys that do the same. */
  readonly keys?: string;
  /** Synonyms that the search matches. */
  readonly synonyms?: string;
  /** Gets the root element of the panel. */
  readonly run: (panel: HTMLElement) => void;
}

/** Commands without a key. Each function returns those that can be run now. */
export const menuCommands = defineRegistry<() => readonly MenuCommand[]>();

/** Called each time the command menu opens, such as to refresh what its commands depend on. */
export const menuOpenings = defineRegistry<() => void>();

/** The keys of one part of the panel, for the help. */
export interface KeyGroup {
  readonly title: string;
  readonly keys: readonly KeyHelp[];
}

export const keyGroups = defineRegistry<() => KeyGroup>();

/** A part over the whole panel, in every view. Gets the root element of the panel. */
export type PanelOverlay = FunctionComponent<{ readonly panel: RefObject<HTMLElement | null> }>;

export const panelOverlays = defineRegistry<PanelOverlay>();

/** Tools of the toolbar. */
export const toolbarTools = defineRegistry<FunctionComponent>();

/** Bars between the toolbar and the view that is shown. Each decides by itself whether it is shown. */
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

/**
 * Whether the shortcut of a command is pressed: with Ctrl, or with Command on a Mac.
 * A key without Ctrl is ignored while the user types, and a letter in a dialog over the panel.
 */
export function isPressed({ keys, isOfField }: Pick<KeyCommand, 'keys' | 'isOfField'>, event: KeyboardEvent): boolean {
  const held = keys.split(' ');
  const wanted = held.pop() ?? '';
  const isLetter = /^[A-Z]$/.test(wanted);
  const hasCtrl = held.includes('Ctrl');
  const { target } = event;
  // A punctuation mark is on a different key of each keyboard layout, with or without Shift.
  if (isLetter && event.shiftKey !== held.includes('Shift')) return false;
  if (event.key.toLowerCase() !== wanted.toLowerCase() || event.altKey) return false;
  if ((event.ctrlKey || event.metaKey) !== hasCtrl) return false;
  if (hasCtrl) return !(isOfField && isTyping(target));
  return !isTyping(target) && !(isLetter && target instanceof Element && target.closest('dialog') !== null);
}
