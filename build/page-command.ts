import { buildPage } from './build-page';

/** Builds the page for the command that runs from the sources: `npm run build:page`. */
await buildPage('.output/page');
