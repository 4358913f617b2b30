import type { ComponentChildren } from 'preact';

/**
 * Renders a sentence with elements in it, in the language's word order: `{user}` in the text is replaced by
 * `parts.user`.
 */
export function Phrase({ text, parts }: { readonly text: string; readonly parts: Record<string, ComponentChildren> }) {
  return <>{text.split(/(\{\w+\})/).map((piece) => parts[piece.slice(1, -1)] ?? piece)}</>;
}
