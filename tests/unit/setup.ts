import { filterLanguage } from '#components/panel/filter/filter-language.ts';

// Test files share modules. With the filter language loaded here, results don't depend on the order of the files.
await filterLanguage.load();
