/** Returns the candidate most similar to a word, or null if none is similar enough. */
export function findNearest(word: string, candidates: Iterable<string>): string | null {
  const lowerCaseWord = word.toLowerCase();
  let nearest: string | null = null;
  // One typo, and one more for each three letters.
  let maxDistance = Math.floor(lowerCaseWord.length / 3) + 1;
  for (const candidate of candidates) {
    const lowerCaseCandidate = candidate.toLowerCase();
    const isCompletion = lowerCaseCandidate.startsWith(lowerCaseWord);
    const distance = isCompletion ? 1 : editDistance(lowerCaseWord, lowerCaseCandidate);
    if (distance > maxDistance || (distance === maxDistance && nearest !== null)) continue;
    nearest = candidate;
    maxDistance = distance;
  }
  return nearest;
}

/** Computes the optimal string alignment distance: insertions, deletions, substitutions and adjacent transpositions. */
function editDistance(one: string, other: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let row = 1; row <= one.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= other.length; column += 1) {
      const substitution = (last[column - 1] ?? 0) + Number(one[row - 1] !== other[column - 1]);
      const isTransposed = one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1];
      const transposition = isTransposed ? (beforeLast[column - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY;
      current.push(Math.min(substitution, (last[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1, transposition));
    }
    beforeLast = last;
    last = current;
  }
  return last[other.length] ?? 0;
}
