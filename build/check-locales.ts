import { localeFaults } from './i18n/locale-faults';
import { readLocale, readWrittenTexts } from './i18n/locale-file';
import { readSources } from './i18n/read-sources';

/** Prints what is wrong with the files in `locales`, and fails if anything is. */
const faults = localeFaults({
  english: readLocale('.', 'en'),
  others: { hi: readLocale('.', 'hi') },
  written: readWrittenTexts('.', 'en'),
  source: readSources('.'),
});
for (const fault of faults) console.error(fault);
process.exitCode = faults.length === 0 ? 0 : 1;
