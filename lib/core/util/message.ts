import type { GeneratedI18nStructure } from '#i18n/structure';

/** The key of a message in `locales`. */
export type MessageKey = keyof GeneratedI18nStructure;

/** A code of the core: the key of a message below an area of `locales`. */
export type CodeIn<Area extends string> = MessageKey extends infer Key
  ? Key extends `${Area}.${infer Code}`
    ? Code
    : never
  : never;

/** The names of the placeholders of a message; `count` is the number that selects the plural form. */
export type PlaceholdersOf<Key extends MessageKey> = PlaceholdersIn<GeneratedI18nStructure[Key]>;

type PlaceholdersIn<Feature> =
  | (Feature extends { readonly plural: true } ? 'count' : never)
  | (Feature extends { readonly namedSubstitutions: readonly (infer Name extends string)[] } ? Name : never);

/**
 * A key of the locale files with the values of its placeholders.
 * The UI formats it in its language.
 */
export type Message = {
  readonly code: string;
  /** The number that selects the plural form. */
  readonly count?: number;
  readonly params?: MessageParams;
};

export type MessageParams = Readonly<Record<string, MessageText | number>>;

/** A finding's path and parameters. The parameter `reason` is the code of its sentence. */
export type FindingMessage = {
  readonly finding: {
    readonly path: readonly (string | number)[];
    readonly params: Readonly<Record<string, FindingValue>>;
  };
};

type FindingValue =
  | string
  | number
  | boolean
  | null
  | readonly FindingValue[]
  | { readonly [name: string]: FindingValue };

/** A duration within a message. The UI formats it in its language. */
export type DurationMessage = { readonly durationMs: number };

/**
 * A text for the user.
 * It is a literal string of a page, file or server, a message, a finding, or a duration. A list is joined with spaces.
 */
export type MessageText = string | Message | FindingMessage | DurationMessage | readonly MessageText[];

/**
 * Arguments for the placeholders of a message: the count first, then the others by name.
 * A code known only at run time accepts any values, because types cannot relate them to it.
 */
type ValuesOf<Key extends MessageKey> =
  IsUnion<Key> extends true
    ? [params?: MessageParams] | [count: number, params?: MessageParams]
    : [
        ...('count' extends PlaceholdersOf<Key> ? [count: number] : []),
        ...ParamsOf<Exclude<PlaceholdersOf<Key>, 'count'>>,
      ];

type IsUnion<Type, Whole = Type> = Type extends unknown ? ([Whole] extends [Type] ? false : true) : never;

type ParamsOf<Name extends string> = [Name] extends [never]
  ? []
  : [params: Readonly<Record<Name, MessageText | number>>];

/** Creates a message: a code with its parameters, and a count where the text has plural forms. */
export function message<Key extends MessageKey>(code: Key, ...values: ValuesOf<Key>): Message;
export function message(code: MessageKey, countOrParams?: number | MessageParams, params?: MessageParams): Message {
  const [count, values] = typeof countOrParams === 'number' ? [countOrParams, params] : [undefined, countOrParams];
  return { code, ...(count === undefined ? {} : { count }), ...(values === undefined ? {} : { params: values }) };
}
