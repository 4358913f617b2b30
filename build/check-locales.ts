import { findLocaleFaults } from './i18n/locale-faults';
import { readLocale, readWrittenTexts } from './i18n/locale-file';
import { readSources } from './i18n/read-sources';

// Prints the faults of the files in `locales`. Fails if there is any.
const faults = findLocaleFaults({
  english: readLocale('.', 'en'),
  others: { hi: readLocale('.', 'hi') },
  written: readWrittenTexts('.', 'en'),
  source: readSources('.'),
});
for (const fault of faults) console.error(fault);
process.exitCode = faults.length === 0 ? 0 : 1;
