import { i18n } from '#i18n';

/** Other words that users look for a command by, by its id. Words of the buttons' tooltips are among them. */
export function commandSynonyms(): Readonly<Record<string, string>> {
  return {
    'key-filter': i18n.t('commandMenu.synonyms.filter'),
    'key-clear': i18n.t('commandMenu.synonyms.clear'),
    'key-record': i18n.t('commandMenu.synonyms.record'),
    'key-compare': i18n.t('commandMenu.synonyms.compare'),
    'key-compare-previous': i18n.t('commandMenu.synonyms.compare'),
    'key-next-invalid': i18n.t('commandMenu.synonyms.invalid'),
    'key-previous-invalid': i18n.t('commandMenu.synonyms.invalid'),
    'key-help': i18n.t('commandMenu.synonyms.help'),
    'view-compose': i18n.t('commandMenu.synonyms.compose'),
    import: i18n.t('commandMenu.synonyms.import'),
    watch: i18n.t('commandMenu.synonyms.watch'),
    reload: i18n.t('commandMenu.synonyms.reload'),
    window: i18n.t('commandMenu.synonyms.window'),
    'log-in': i18n.t('commandMenu.synonyms.logIn'),
    settings: i18n.t('commandMenu.synonyms.settings'),
    options: i18n.t('commandMenu.synonyms.settings'),
    mutes: i18n.t('commandMenu.synonyms.mutes'),
    guide: i18n.t('commandMenu.synonyms.help'),
    'user-guide': i18n.t('commandMenu.synonyms.help'),
    rules: i18n.t('commandMenu.synonyms.help'),
    definitions: i18n.t('commandMenu.synonyms.help'),
    'filter-help': i18n.t('commandMenu.synonyms.help'),
  };
}
