import type { Json } from '#core/json/json';
import { tokenizeJson } from '#core/json/tokenize-json';

/** Longer values are truncated; the tree shows them in full. */
const MAX_SNIPPET_CHARS = 400;

/** A value in one or two lines, truncated if it is long. */
export function JsonSnippet({ value }: { readonly value: Json }) {
  return <JsonFragment text={JSON.stringify(value)} />;
}

/**
 * A part of a JSON text, truncated if it is long.
 * Isolated, so that its writing direction does not affect the text around it.
 */
export function JsonFragment({ text }: { readonly text: string }) {
  const short = text.length > MAX_SNIPPET_CHARS ? `${text.slice(0, MAX_SNIPPET_CHARS)} …` : text;
  return (
    <code class="isolated">
      <JsonText text={short} />
    </code>
  );
}

/** JSON text with syntax colors for keys, strings, numbers and atoms. */
export function JsonText({ text }: { readonly text: string }) {
  return (
    <>
      {tokenizeJson(text).map((part, index) =>
        part.className ? (
          <span key={String(index)} class={part.className}>
            {part.text}
          </span>
        ) : (
          part.text
        ),
      )}
    </>
  );
}
