import type { ComponentChildren } from 'preact';

/**
 * A sentence with elements in it, in the order of words that the language has: `{user}` in the text stands for
 * `parts.user`.
 */
export function Phrase({ text, parts }: { readonly text: string; readonly parts: Record<string, ComponentChildren> }) {
  return <>{text.split(/(\{\w+\})/).map((piece) => parts[piece.slice(1, -1)] ?? piece)}</>;
}
