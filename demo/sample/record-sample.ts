import { writeFile } from 'node:fs/promises';
import type { BrowserContext, Page } from 'playwright';
import { launchChromium } from '#tests/drivers/browser/launch';
import { requireChromium } from '#tests/drivers/browser/require-chromium';
import { playLesson } from '#tests/drivers/lesson';
import { extensionFolder } from '../build-extension';
import { sdkPages } from '../site/sdk-pages';
import { startStack } from '../stack';

/** A relay's message to a panel, as JSON. */
interface Received {
  readonly type: string;
  readonly observations?: readonly { readonly seq: number; readonly text: string }[];
}

/** Stand-ins for the demo's hosts, whose ports differ each time. */
const HOSTS = { site: 'https://learn.example.org', collector: 'https://telemetry.example.org' } as const;

/** Plays the lesson in Chromium, and writes its relay's reports to a file. Needs a built extension. */
export async function recordSample(file: string): Promise<void> {
  const stack = await startStack();
  const browser = await launchChromium({ executablePath: requireChromium().path, extensionFolder, headless: true });
  try {
    const listener = await connectAsPanel(browser.context, browser.extensionId);
    const page = await browser.context.newPage();
    await page.goto(`${stack.site.url}${sdkPages['2.0.1'].path}`);
    await playLesson(page);
    await listener.waitForFunction('JSON.stringify(window.received).includes("ended")');
    const received = await listener.evaluate<readonly Received[]>('window.received');
    const sample = {
      url: page.url(),
      title: await page.title(),
      observations: received.flatMap(({ observations }) => observations ?? []),
    };
    const text = JSON.stringify(sample, null, 1);
    await writeFile(file, `${withHosts(text, stack.site.url, stack.collector.url)}\n`);
  } finally {
    await browser.close();
    await stack.stop();
  }
}

/** Opens an extension page that accepts the ports of all relays, like a panel. */
async function connectAsPanel(context: BrowserContext, extensionId: string): Promise<Page> {
  const page = await context.newPage();
  await page.goto(`chrome-extension://${extensionId}/reference.html`);
  await page.evaluate(`window.received = [];
    chrome.runtime.onConnect.addListener((port) => {
      port.onMessage.addListener((message) => window.received.push(message));
      port.postMessage({ type: 'attach', from: 1 });
    });`);
  return page;
}

function withHosts(text: string, site: string, collector: string): string {
  return text.replaceAll(new URL(site).origin, HOSTS.site).replaceAll(new URL(collector).origin, HOSTS.collector);
}
