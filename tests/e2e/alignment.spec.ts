import { expect } from '@playwright/test';
import { createGallery } from '#demo/docs/gallery';
import { takeEveryView } from '#demo/docs/view-tour';
import { findAlignmentFaults } from '#tests/drivers/alignment-faults';
import { test } from './fixtures';

const { poll } = expect.configure({ soft: true });

/** Timeout of a test that visits about forty views, each in two languages and up to four sizes. */
const TOUR_TIMEOUT_MS = 20 * 60_000;

const MISALIGNED_PAGE = `<!doctype html><body style="font: 12px sans-serif">
  <div style="display: flex"><b style="padding-top: 3px">Time</b><span>Status</span><span>Page</span></div>
  <div style="display: flex"><span style="padding-top: 2px">Times</span><input></div>
  <label style="display: flex; gap: 80px; align-items: baseline">Near<input></label>
  <label style="display: grid; justify-items: start">A label of some length<input style="width: 60px"></label>`;

const ALIGNED_PAGE = `<!doctype html><body style="font: 12px sans-serif">
  <div style="display: flex; align-items: baseline"><b>Time</b><span style="font-size: 20px">Status</span></div>
  <table><tr><td>Time</td><td>Status</td></tr></table>
  <label style="display: flex; gap: 8px; align-items: baseline">Near<input></label>
  <label style="display: grid">A label of some length<input></label>`;

test('the alignment check finds misaligned elements, and no others', async ({ tab }) => {
  await tab.setContent(ALIGNED_PAGE);
  expect(await findAlignmentFaults(tab)).toEqual([]);
  await tab.setContent(MISALIGNED_PAGE);
  expect(await findAlignmentFaults(tab)).toEqual([
    'div: b "Time" and span "Status" are 3.0 px out of line',
    expect.stringMatching(/^div: span "Times" and input "" are .+ px out of line$/),
    'label "Near" is 80 px from its control',
    expect.stringMatching(/^label "A label of some length" is .+ px wider than its field$/),
  ]);
});

test('texts in a row are aligned in every view, and fields are aligned with their labels', async ({ setup }) => {
  test.setTimeout(TOUR_TIMEOUT_MS);
  const gallery = createGallery((page, name, panel) =>
    poll(() => findAlignmentFaults(panel ?? page), name).toEqual([]),
  );
  await takeEveryView(setup, setup.browser, gallery);
});
