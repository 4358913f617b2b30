/** Returns the candidate most similar to a word, or null if none is similar enough. */
export function findNearest(written: string, candidates: Iterable<string>): string | null {
  const wanted = written.toLowerCase();
  let nearest: string | null = null;
  // At most one typo in three letters.
  let least = Math.floor(wanted.length / 3) + 1;
  for (const word of candidates) {
    const lower = word.toLowerCase();
    const distance = lower.startsWith(wanted) ? 1 : distanceBetween(wanted, lower);
    if (distance > least || (distance === least && nearest !== null)) continue;
    nearest = word;
    least = distance;
  }
  return nearest;
}

/** Returns the edit distance of two words: letters to add, drop, change, or swap with their neighbour. */
function distanceBetween(one: string, other: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let row = 1; row <= one.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= other.length; column += 1) {
      const changed = (last[column - 1] ?? 0) + Number(one[row - 1] !== other[column - 1]);
      const swapped = one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1];
      const swap = swapped ? (beforeLast[column - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY;
      current.push(Math.min(changed, (last[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1, swap));
    }
    beforeLast = last;
    last = current;
  }
  return last[other.length] ?? 0;
}
