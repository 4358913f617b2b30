import { isJsonArray, isJsonObject, type Json } from '#core/json/json';

/** Appends a step to a JSON pointer (RFC 6901). */
export function appendPointer(pointer: string, step: string | number): string {
  return `${pointer}/${String(step).replaceAll('~', '~0').replaceAll('/', '~1')}`;
}

export function pointerSteps(pointer: string): readonly string[] {
  return pointer
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
}

/** Returns the item or the own field at a step of a pointer, or `undefined`. */
export function childAt(value: Json | undefined, step: string): Json | undefined {
  if (isJsonArray(value)) return /^(?:0|[1-9]\d*)$/.test(step) ? value[Number(step)] : undefined;
  return isJsonObject(value) && Object.hasOwn(value, step) ? value[step] : undefined;
}

/**
 * Returns a pointer as the fragment of an IRI.
 * Only ASCII is encoded, because the library decodes each byte by itself.
 */
export function pointerFragment(pointer: string): string {
  return pointer
    .replace(/[\0-\x7f]+/g, encodeURI)
    .replaceAll('#', '%23')
    .replaceAll('?', '%3F');
}

/** Returns the text of a URI's fragment, or the fragment unchanged if its encoding is invalid. */
export function decodeFragment(fragment: string): string {
  try {
    return decodeURIComponent(fragment);
  } catch {
    return fragment;
  }
}
