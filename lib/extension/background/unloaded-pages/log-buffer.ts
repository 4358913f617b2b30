import type { NumberedObservation } from '#core/wire/page-messages';

type Observations = readonly NumberedObservation[];

/** Bytes kept of one document: memory storage, which it goes into, is small and holds the sessions too. */
const MAX_BYTES = 1_000_000;
/** Bytes that a browser needs for a stored observation beside its text. */
const SIGHTING_BYTES = 200;

/**
 * The log of one document as it is reported, part by part.
 * Parts may come again, and the older after the newer.
 */
export interface LogBuffer {
  add(sightings: Observations): void;
  /** In order; of a log beyond the bound the newest. */
  sightings(): Observations;
  bytes(): number;
}

export function createLogBuffer(): LogBuffer {
  const texts = new Map<number, string>();
  let bytes = 0;

  const newest = (): Observations => {
    const all = [...texts].map(([seq, text]) => ({ seq, text })).sort((one, other) => one.seq - other.seq);
    const newestReports = takeNewestWithin(all, MAX_BYTES);
    return newestReports.length > 0 ? newestReports : all.slice(-1);
  };
  const shorten = (): void => {
    const newestReports = newest();
    texts.clear();
    bytes = 0;
    for (const observation of newestReports) put(observation);
  };
  const put = (observation: Observations[number]): void => {
    if (texts.has(observation.seq)) return;
    texts.set(observation.seq, observation.text);
    bytes += bytesOf(observation);
  };

  return {
    add(sightings) {
      for (const observation of sightings) put(observation);
      if (bytes > 2 * MAX_BYTES) shorten();
    },
    sightings: newest,
    bytes: () => bytes,
  };
}

export function observationsBytes(sightings: Observations): number {
  return sightings.reduce((sum, observation) => sum + bytesOf(observation), 0);
}

/** The last observations that fit. */
export function takeNewestWithin(sightings: Observations, maxBytes: number): Observations {
  let bytes = 0;
  const tooMuch = sightings.findLastIndex((observation) => {
    bytes += bytesOf(observation);
    return bytes > maxBytes;
  });
  return sightings.slice(tooMuch + 1);
}

function bytesOf({ text }: Observations[number]): number {
  return SIGHTING_BYTES + storedBytes(text);
}

/**
 * Returns the bytes that a text takes in `storage.session`, by the stricter of two counts: Chromium counts UTF-8,
 * Firefox one or two bytes for each UTF-16 unit.
 */
export function storedBytes(text: string): number {
  const utf8 = new TextEncoder().encode(text).byteLength;
  return utf8 === text.length ? utf8 : Math.max(utf8, 2 * text.length);
}
