import { test } from '@playwright/test';

/** In the projects of browsers that are not installed. Its reason is in the summary of `npm test`. */
// biome-ignore lint/correctness/noEmptyPattern: Playwright wants a pattern, and this needs no part.
test('the fixture in a browser that is not here', ({}, { project }) => {
  test.skip(true, `${project.name}, not downloadable`);
});
