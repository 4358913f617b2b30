import { buildPage } from './build-page';

// Builds the page for the command line that runs from the sources. Run by `npm run build:page`.
await buildPage('.output/page');
