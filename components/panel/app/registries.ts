import type { FunctionComponent } from 'preact';
import { defineStore, type StoreDefinition } from './stores';

/** What features add to the panel around them, in the order in which it is shown. */
export interface Registry<Part> {
  readonly parts: readonly Part[];
  add(...parts: readonly Part[]): void;
}

/** Creates an empty registry. Call it once for each kind of part. */
export function defineRegistry<Part>(): StoreDefinition<Registry<Part>> {
  return defineStore(() => {
    const parts: Part[] = [];
    return { parts, add: (...added) => void parts.push(...added) };
  });
}

/** Names of keys as the help shows them, and what they do. */
type KeyHelp = readonly [keys: string, text: string];

/** A command with a key that works in the whole panel. */
export interface KeyCommand {
  /** In the language of the moment. */
  readonly help: () => KeyHelp;
  readonly isPressed: (event: KeyboardEvent) => boolean;
  /** Whether the command menu lists it now. By default it always does. */
  readonly isAvailable?: () => boolean;
  /** Gets the root element of the panel. */
  readonly run: (panel: HTMLElement) => void;
}

export const keyCommands = defineRegistry<KeyCommand>();

/** An entry of the command menu. */
export interface MenuCommand {
  readonly id: string;
  readonly label: string;
  /** What kind of command it is, where the label alone does not tell. */
  readonly group?: string;
  /** Names of the keys that do the same. */
  readonly keys?: string;
  /** Gets the root element of the panel. */
  readonly run: (panel: HTMLElement) => void;
}

/** Commands without a key. Each function returns those that can be run now. */
export const menuCommands = defineRegistry<() => readonly MenuCommand[]>();

/** The keys of one part of the panel, which listens for them itself. */
export interface KeyGroup {
  readonly title: string;
  readonly keys: readonly KeyHelp[];
}

export const keyGroups = defineRegistry<() => KeyGroup>();

/** A part of the settings dialog. */
export type SettingsSection = FunctionComponent<{ readonly onClose: () => void }>;

export const settingsSections = defineRegistry<SettingsSection>();

/** Whether a key is typed into a field, where letters are text. */
export function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select'));
}

/** Whether a letter is pressed as a command: alone or with Shift, not typed into a field, and with no dialog open over the panel. */
export function isLetterCommand({ key, ctrlKey, metaKey, altKey, target }: KeyboardEvent, letter: string): boolean {
  const isInDialog = target instanceof Element && target.closest('dialog') !== null;
  return key.toLowerCase() === letter && !(ctrlKey || metaKey || altKey) && !isTyping(target) && !isInDialog;
}

/** Whether a key is pressed together with Ctrl, or with Command on a Mac. */
export function isWithCtrl({ key, ctrlKey, metaKey }: KeyboardEvent, wanted: string): boolean {
  return (ctrlKey || metaKey) && key === wanted;
}
