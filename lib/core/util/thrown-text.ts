/**
 * Returns the message of a thrown value, which is never empty.
 * Code of a team may throw any value.
 */
export function thrownText(thrown: unknown): string {
  try {
    const text = thrown instanceof Error ? thrown.message || thrown.name : thrown;
    return String(text) || typeof thrown;
  } catch {
    // For example an object without a prototype.
    return typeof thrown;
  }
}
