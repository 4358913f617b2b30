import type { Json } from '#core/json/json';

/**
 * Returns arguments by name.
 * The argument after those of the method is `options` of the SDK. Further arguments are named by their index.
 */
export function toNamedArguments(args: readonly Json[], names: readonly string[]): { readonly [name: string]: Json } {
  return Object.fromEntries(args.map((value, index) => [argumentNameAt(names, index), value]));
}

/** Returns the name of an argument of an SDK method. */
export function argumentNameAt(names: readonly string[], index: number): string {
  const name = names[index];
  if (name !== undefined) return name;
  return index === names.length && names.length > 0 ? 'options' : `argument ${index + 1}`;
}
