import { browser } from 'wxt/browser';

/** A text of `_locales`, in the language that the browser chose. */
export function browserMessage(name: 'language_tag' | 'manifest_shortName'): string {
  // WXT has types of the messages in `public/_locales`; ours are made by the build.
  const { i18n }: { readonly i18n: { getMessage(name: string): string } } = browser;
  return i18n.getMessage(name);
}
