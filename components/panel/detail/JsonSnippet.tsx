import type { Json } from '../../../lib/json';
import { JsonText } from './JsonText';

/** Longer values are shown whole in the tree. */
const LONGEST = 400;

/** A value in a line or two, cut where it is long. */
export function JsonSnippet({ value }: { readonly value: Json }) {
  const text = JSON.stringify(value);
  const short = text.length > LONGEST ? `${text.slice(0, LONGEST)} …` : text;
  return (
    <code>
      <JsonText text={short} />
    </code>
  );
}
