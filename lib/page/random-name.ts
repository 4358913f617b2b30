/** Returns an unguessable name. (`crypto.randomUUID` is undefined in insecure contexts, such as plain http.) */
export function randomName(): string {
  return `t${crypto.getRandomValues(new Uint32Array(2)).join('')}`;
}
