import { test } from '@playwright/test';

/** Runs in the projects of browsers that are not installed. The summary of `npm test` shows the reason. */
// biome-ignore lint/correctness/noEmptyPattern: Playwright requires destructuring; this test uses no fixture.
test('the fixture is not tested in a browser that is not installed', ({}, { project }) => {
  test.skip(true, `${project.name}, not downloadable`);
});
