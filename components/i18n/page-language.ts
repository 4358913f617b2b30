import { i18n } from '#i18n';

/** Names a page of the extension, and says which language its words are in: for screen readers, fonts and hyphenation. */
export function setPageLanguage(page: Document, title: string) {
  page.title = title;
  page.documentElement.lang = i18n.t('language.tag');
  page.documentElement.dir = i18n.t('language.direction');
}
