/** What a locale file says of one text: whether its wording depends on a number, and the names it has places for. */
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
 * checking the types took minutes. This one looks at the key of the call alone.
 */
export interface TypedMessages<T extends { readonly [Key in keyof T]: Feature }> {
  t<Key extends keyof T & string>(key: Key, ...values: ValuesOf<T[Key]>): string;
}
