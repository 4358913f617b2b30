import type { Sample } from './sample';

/** Those whose name, tags or kind hold every word of the search. */
export function samplesLike(samples: readonly Sample[], search: string): readonly Sample[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  return samples.filter(({ name, tags, kind }) => {
    const said = [name, kind, ...tags].join(' ').toLowerCase();
    return words.every((word) => said.includes(word));
  });
}
