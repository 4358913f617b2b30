import { tokenizeJson } from '#core/json/json-parts';

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
