import { formatNumber } from '#components/i18n/count-text.ts';
import { i18n } from '#i18n';

/** A field of the browser takes seconds to lay out more. */
const MAX_TYPED_CHARACTERS = 100_000;

export function isTooLong(value: string): boolean {
  return value.length > MAX_TYPED_CHARACTERS;
}

/** Stands in the place of a field whose value is too long for one. */
export function TooLong({ value }: { readonly value: string }) {
  return <p class="hint">{i18n.t('form.tooLong', { n: formatNumber(value.length) })}</p>;
}
