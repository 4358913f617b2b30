import { expect, it } from 'vitest';
import { explainEmpty } from '#node/playwright/telemetry';

const reach = { urls: ['http://localhost/lesson'], otherPages: 0, serviceWorkers: 0 };

it('the fixture explains why no event was captured', () => {
  expect(explainEmpty({ ...reach, urls: [] }, 0)).toEqual(['No page is open in a watched context.']);
  expect(explainEmpty(reach, 0)).toEqual(['No telemetry SDK was found on http://localhost/lesson.']);
  expect(explainEmpty(reach, 1)[0]).toContain('the SDK was found, but not called');
  expect(explainEmpty({ ...reach, urls: [], otherPages: 2 }, 0)[1]).toContain('telemetry.attach(context)');
  expect(explainEmpty({ ...reach, serviceWorkers: 1 }, 0)[1]).toContain('serviceWorkers');
});
