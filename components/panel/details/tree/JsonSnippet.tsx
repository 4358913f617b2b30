import type { Json } from '#core/json/json';
import { tokenizeJson } from '#core/json/json-parts';

/** Longer values are shown whole in the tree. */
const MAX_SNIPPET_CHARS = 400;

/** A value in a line or two, cut where it is long. */
export function JsonSnippet({ value }: { readonly value: Json }) {
  return <JsonFragment text={JSON.stringify(value)} />;
}

/**
 * A piece of JSON text, truncated if it is long.
 * Isolated, so that its writing direction does not change the text around it.
 */
export function JsonFragment({ text }: { readonly text: string }) {
  const short = text.length > MAX_SNIPPET_CHARS ? `${text.slice(0, MAX_SNIPPET_CHARS)} …` : text;
  return (
    <code class="isolated">
      <JsonText text={short} />
    </code>
  );
}

/** JSON text in the colours of keys, strings, numbers and atoms. */
export function JsonText({ text }: { readonly text: string }) {
  return (
    <>
      {tokenizeJson(text).map((part, index) =>
        part.look ? (
          <span key={String(index)} class={part.look}>
            {part.text}
          </span>
        ) : (
          part.text
        ),
      )}
    </>
  );
}
