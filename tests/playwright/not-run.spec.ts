import { test } from '@playwright/test';

/** Runs in the projects of browsers that are not installed. The summary of `npm test` shows the reason. */
// biome-ignore lint/correctness/noEmptyPattern: Playwright wants a pattern, and this needs no part.
test('the fixture is not tested in a browser that is not installed', ({}, { project }) => {
  test.skip(true, `${project.name}, not downloadable`);
});
