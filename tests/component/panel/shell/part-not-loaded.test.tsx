import { screen } from '@testing-library/preact';
import { expect, it } from 'vitest';
import { failedImportCount } from '#components/kit/lazy-import.ts';
import { tPattern } from '#tests/drivers/texts';
import { openPanel } from '../open-panel';

it('a part of the panel that could not be loaded is replaced by an error message', async () => {
  openPanel();
  expect(screen.queryByText(tPattern('panel.partNotLoaded'))).toBeNull();
  failedImportCount.value += 1;
  await screen.findByText(tPattern('panel.partNotLoaded'));
});
