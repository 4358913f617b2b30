/** A name that nobody guesses. (`crypto.randomUUID` is missing on pages served by plain http.) */
export function randomName(): string {
  const [high = 0, low = 0] = crypto.getRandomValues(new Uint32Array(2));
  return `t${high.toString(36)}${low.toString(36)}`;
}
