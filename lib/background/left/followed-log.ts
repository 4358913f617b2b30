import type { LeftPage } from '../../history/left-page';

type Sightings = LeftPage['sightings'];

/** Characters kept of one document: memory storage, which it goes into, is small and holds the sessions too. */
const MOST_CHARACTERS = 1_000_000;

/** The log of one document as it is told, part by part; parts may come again, and the older after the newer. */
export interface FollowedLog {
  add(sightings: Sightings): void;
  /** In order; of a log beyond the bound the newest. */
  sightings(): Sightings;
}

export function createFollowedLog(): FollowedLog {
  const texts = new Map<number, string>();
  let characters = 0;

  const newest = (): Sightings => {
    const all = [...texts].map(([seq, text]) => ({ seq, text })).sort((one, other) => one.seq - other.seq);
    return withinCharacters(all, MOST_CHARACTERS);
  };
  const shorten = (): void => {
    const kept = newest();
    texts.clear();
    characters = 0;
    for (const sighting of kept) put(sighting);
  };
  const put = ({ seq, text }: Sightings[number]): void => {
    if (texts.has(seq)) return;
    texts.set(seq, text);
    characters += text.length;
  };

  return {
    add(sightings) {
      for (const sighting of sightings) put(sighting);
      // Now and then, not with every part.
      if (characters > 2 * MOST_CHARACTERS) shorten();
    },
    sightings: newest,
  };
}

/** The last ones, and at least one: the very last says that the page left. */
export function withinCharacters(sightings: Sightings, most: number): Sightings {
  let characters = 0;
  const tooMuch = sightings.findLastIndex(({ text }) => {
    characters += text.length;
    return characters > most;
  });
  return sightings.slice(Math.min(tooMuch + 1, Math.max(0, sightings.length - 1)));
}
