/** Returns an unguessable name. (`crypto.randomUUID` is undefined in insecure contexts, such as plain http.) */
export function randomName(): string {
  const [high = 0, low = 0] = crypto.getRandomValues(new Uint32Array(2));
  return `t${high.toString(36)}${low.toString(36)}`;
}
