import { expect, it, vi } from 'vitest';
import { createCollectorHost } from '#web/collector-host';

const collector = { version: '1.0.0', url: 'http://127.0.0.1:4330', upstream: null, files: null };

it('the page of a collector opens the published user guide', () => {
  const open = vi.spyOn(window, 'open').mockReturnValue(null);
  const homepage = 'https://github.com/team/telemetry#readme';
  createCollectorHost({ ...collector, homepage }).actions.onOpenUserGuide?.();
  const url = 'https://github.com/team/telemetry/blob/main/docs/user-guide/README.md';
  expect(open).toHaveBeenCalledExactlyOnceWith(url, '_blank', 'noopener');
});

it.each(['', 'https://github.com/OWNER/telemetry'])('the homepage “%s” has no user guide to open', (homepage) => {
  expect(createCollectorHost({ ...collector, homepage }).actions.onOpenUserGuide).toBeNull();
});
