import type { GeneratedI18nStructure } from '#i18n/structure';

export type { GeneratedI18nStructure };

/** A compiled message. It gets its values by name, and as `count` the number that decides on its plural form. */
export type MessageFunction = (values: Readonly<Record<string, unknown>>) => string;

/** Compiled messages of one language by key, as `build/i18n/compile-catalogs.ts` makes them. */
export type MessageFunctions = Readonly<Record<string, MessageFunction>>;

let messages: MessageFunctions = {};
let onRead: (isLoaded: boolean) => unknown = () => undefined;
let complete: Promise<unknown> = Promise.resolve();

/**
 * The texts of the interface in the current language.
 * A message that is not loaded yet returns an ellipsis: its component is rerendered when it is.
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

/** Features of a text in a locale file: whether it depends on a number, and its placeholders. */
interface Feature {
  readonly plural: boolean;
  readonly namedSubstitutions?: readonly string[];
}

/** A text's values by name; of one whose wording depends on a number, that number comes first. */
type ValuesOf<F> = F extends { plural: true } ? [n: number, ...NamedOf<F>] : NamedOf<F>;
type NamedOf<F> = F extends { namedSubstitutions: readonly (infer Name extends string)[] }
  ? [values: Readonly<Record<Name, string | number>>]
  : [];

/**
 * The texts of the locale files, by key.
 * The library's own type of `t` has nine overloads, each with all keys in it: at a thousand keys and as many calls,
 * checking the types took minutes. This one checks the key of the call alone.
 */
export interface TypedMessages<T extends { readonly [Key in keyof T]: Feature }> {
  t<Key extends keyof T & string>(key: Key, ...values: ValuesOf<T[Key]>): string;
}
