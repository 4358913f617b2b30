/**
 * Returns an unguessable name.
 * Does not use `crypto.randomUUID`, which insecure contexts such as plain http lack.
 */
export function randomName(): string {
  return `t${crypto.getRandomValues(new Uint32Array(2)).join('')}`;
}
