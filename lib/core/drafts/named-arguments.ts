import type { Json } from '#core/json/json';

/**
 * Returns arguments by name.
 * Those beyond the method's own are named by their index, `options` if the SDK takes it so.
 */
export function namedArguments(args: readonly Json[], names: readonly string[]): { readonly [name: string]: Json } {
  return Object.fromEntries(args.map((value, index) => [nameAt(names, index), value]));
}

/** Returns the name of the argument at an index. */
export function nameAt(names: readonly string[], index: number): string {
  const name = names[index];
  if (name !== undefined) return name;
  return index === names.length && names.length > 0 ? 'options' : `argument ${index + 1}`;
}
