import type { Frame, Page } from 'playwright';
import type { SessionSummary } from '#core/identity/session';
import type { PlainJudgedRecord } from '#core/stream/judged-record';
import { appendItems } from '#core/util/lists';
import type { LaunchedBrowser } from '#tests/drivers/browser/launch';
import type { OpenedPanel } from '#tests/drivers/devtools';
import { openSizedPanel } from '#tests/drivers/devtools';
import { fireAllSamples, selectLastInvalid, showView, waitForRecords } from '#tests/drivers/panel-driver';
import { openPopup } from '#tests/drivers/popup';
import { addEnvironment, logIn, readSession, toEnvironmentDraft } from '#tests/drivers/popup-driver';
import { t } from '#tests/drivers/texts';
import type { Captured, Report } from './report';
import { capturedOf, firedOf } from './report';
import type { Album } from './screenshots';
import type { SdkVersion } from './site/sdk-pages';
import { sdkPages } from './site/sdk-pages';
import type { Stack, TestEntity } from './stack';
import { testEntity } from './stack';

export interface Job {
  readonly stack: Stack;
  readonly browser: LaunchedBrowser;
  readonly album: Album;
  /** Receives the progress, one line per step. */
  readonly log: (line: string) => void;
}

/** Oldest first, so that the samples are fired on the newest. */
const visits: readonly SdkVersion[] = ['1.3.0', '2.0.1'];

/**
 * Performs the demo through the UI: logs in, watches both pages, fires all samples.
 * Rejects if a step is impossible. Missing events do not reject: the report lists them.
 */
export async function performDemo(job: Job): Promise<Report> {
  const { stack, browser, album, log } = job;
  const page = browser.context.pages()[0] ?? (await browser.context.newPage());
  await addEnvironment(browser.context, browser.extensionId, toEnvironmentDraft(stack.provider));
  await page.goto(stack.site.url);
  await page.bringToFront();
  const screenshots: string[] = [];
  const login = await logInThroughPopup(job, testEntity(stack), screenshots);

  const { devtools, panel } = await openSizedPanel(browser.context, page, browser.extensionId);
  const captured: Captured[] = [];
  for (const sdk of visits) {
    log(`Playing the lesson on SDK ${sdk}.`);
    appendItems(captured, await watchLesson(page, panel, stack.site.url, sdk));
    appendItems(screenshots, await album.take(devtools, `panel-sdk-${sdk}`, panel));
  }
  log('Firing all samples.');
  const fired = await fireAll(job, { devtools, panel }, screenshots);
  return { login, captured, fired, screenshots };
}

async function logInThroughPopup(
  { browser, album, log }: Job,
  entity: TestEntity,
  screenshots: string[],
): Promise<Report['login']> {
  log(`Logging in as ${entity.userId} through the popup.`);
  const popup = await openPopup(browser.context, browser.extensionId);
  await logIn(popup, entity);
  const session = await sessionAfterLogin(popup, entity.userId);
  await popup.getByRole('button', { name: t('common.dismiss') }).click();
  appendItems(screenshots, await album.take(popup, 'popup'));
  await popup.close();
  const expiresInSeconds = Math.round((session.accessExpiresAt - session.receivedAt) / 1000);
  return { entity: session.userId, tokenType: session.tokenType, expiresInSeconds };
}

async function sessionAfterLogin(popup: Page, userId: string): Promise<SessionSummary> {
  const alert = popup.getByRole('alert');
  await popup.getByText(t('popup.inUse')).or(alert).first().waitFor();
  const session = await readSession(popup, userId);
  if (session) return session;
  throw new Error(`${userId} could not log in. Message in the popup: ${(await alert.allInnerTexts()).join(' ')}`);
}

async function watchLesson(page: Page, panel: Frame, siteUrl: string, sdk: SdkVersion): Promise<Captured[]> {
  const pageUrl = `${siteUrl}${sdkPages[sdk].path}`;
  await page.goto(pageUrl);
  await page.getByRole('button', { name: 'Play the whole lesson' }).click();
  await page.locator('body[data-played]').waitFor();
  const calls = await page.locator('#log li').count();
  const recordsOfPage = (records: readonly PlainJudgedRecord[]) =>
    records.filter((record) => record.frame.url.startsWith(pageUrl));
  const records = await waitForRecords(panel, (all) => {
    const pageRecords = recordsOfPage(all);
    return pageRecords.length >= calls && pageRecords.every((record) => record.requests.length > 0);
  });
  return capturedOf(sdk, recordsOfPage(records));
}

async function fireAll(
  { album }: Job,
  { devtools, panel }: OpenedPanel,
  screenshots: string[],
): Promise<Report['fired']> {
  await fireAllSamples(panel);
  const records = await waitForRecords(panel, (all) => firedOf(all).every((event) => event.isAccepted));
  appendItems(screenshots, await album.take(devtools, 'compose', panel));
  await showView(panel, 'events');
  await selectLastInvalid(panel);
  appendItems(screenshots, await album.take(devtools, 'panel-details', panel));
  return firedOf(records);
}
