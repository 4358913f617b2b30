import type { Json } from '#core/json/json';
import { JsonText } from './JsonText';

/** Longer values are shown whole in the tree. */
const MAX_SNIPPET_CHARS = 400;

/** A value in a line or two, cut where it is long. */
export function JsonSnippet({ value }: { readonly value: Json }) {
  return <JsonFragment text={JSON.stringify(value)} />;
}

/**
 * A piece of JSON text, cut where it is long.
 * Whatever direction it is written in, what stands around it stays.
 */
export function JsonFragment({ text }: { readonly text: string }) {
  const short = text.length > MAX_SNIPPET_CHARS ? `${text.slice(0, MAX_SNIPPET_CHARS)} …` : text;
  return (
    <code class="isolated">
      <JsonText text={short} />
    </code>
  );
}
