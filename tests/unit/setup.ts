import { filterLanguage } from '#components/panel/filter/filter-language.ts';

// The files of this project share their modules: whether it is loaded must not depend on which of them ran before.
await filterLanguage.load();
