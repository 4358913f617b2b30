import type { GeneratedI18nStructure } from '#i18n/structure';
import type { TypedMessages } from './typed-messages';

export type { GeneratedI18nStructure };

/** A compiled message. It gets its values by name, and as `count` the number that decides on its plural form. */
export type MessageFunction = (values: Readonly<Record<string, unknown>>) => string;

/** Compiled messages of one language by key, as `build/i18n/compile-catalogs.ts` makes them. */
export type MessageFunctions = Readonly<Record<string, MessageFunction>>;

let messages: MessageFunctions = {};
let onRead: (isLoaded: boolean) => unknown = () => undefined;
let complete: Promise<unknown> = Promise.resolve();

/**
 * The texts of the interface in the language that was set last.
 * A message that is not loaded yet gives an ellipsis: what shows it is rendered anew when it is.
 */
export const i18n: TypedMessages<GeneratedI18nStructure> = { t: translate };

/** Replaces all messages by those of another language, or adds to them what was split off. */
export function setMessages(loaded: MessageFunctions): void {
  messages = loaded;
}

/**
 * Calls `listener` whenever a text is read, so that the component that shows it can subscribe to the language.
 * `isLoaded` is whether the message is loaded.
 */
export function listenReads(listener: (isLoaded: boolean) => unknown): void {
  onRead = listener;
}

/** Tells which messages are still being loaded; code that is loaded on demand waits for them. */
export function setPendingMessages(pending: Promise<unknown>): void {
  complete = pending;
}

/** Resolves when the messages of the whole page are there. */
export function messagesLoaded(): Promise<unknown> {
  return complete;
}

type Values = Readonly<Record<string, unknown>>;

const NO_VALUES: Values = {};

/** The text of a key that is known only at run time, or `null` if no such message is loaded. */
export function translateKey(key: string, values: Values): string | null {
  const message = messages[key];
  onRead(message !== undefined);
  return message === undefined ? null : message(values);
}

function translate(key: string, ...values: readonly unknown[]): string {
  const [count, counted] = values;
  const named =
    typeof count === 'number' ? { ...(counted as Values | undefined), count } : (count as Values | undefined);
  return translateKey(key, named ?? NO_VALUES) ?? '…';
}
