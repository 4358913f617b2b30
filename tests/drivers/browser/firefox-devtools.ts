import type { Browser, Page } from 'puppeteer-core';
import * as z from '#core/util/zod';

/** The extension's panel in the real toolbox of a tab. */
export interface FirefoxPanel {
  /** Evaluates an expression in the panel; its value must be JSON. */
  evaluate(expression: string): Promise<unknown>;
}

/** The part of WebDriver BiDi that reaches the browser's own window. Puppeteer has no methods for it. */
interface Bidi {
  send(method: string, parameters: object): Promise<{ readonly result: unknown }>;
}

const treeSchema = z.object({ contexts: z.array(z.object({ context: z.string() })) });
const evaluationSchema = z.union([
  z.object({ type: z.literal('success'), result: z.object({ value: z.optional(z.unknown()) }) }),
  z.object({ type: z.literal('exception'), exceptionDetails: z.object({ text: z.string() }) }),
]);

/**
 * Opens the toolbox for a page, and shows the extension's panel.
 * Waits until the panel has added its listeners.
 */
export async function openFirefoxPanel(browser: Browser, page: Page): Promise<FirefoxPanel> {
  await page.bringToFront();
  const runInChrome = await createChromeRunner(browser);
  await runInChrome(`
    const { require } = ChromeUtils.importESModule('resource://devtools/shared/loader/Loader.sys.mjs');
    const { gDevTools } = require('devtools/client/framework/devtools');
    const toolbox = await gDevTools.showToolboxForTab(gBrowser.selectedTab, { toolId: 'webconsole' });
    const extensionTool = () => toolbox.getAdditionalTools()[0];
    while (!extensionTool()) await new Promise((next) => setTimeout(next, 20));
    await toolbox.selectTool(extensionTool().id);
    window.telemetryToolbox = toolbox;`);
  const panel: FirefoxPanel = {
    async evaluate(expression) {
      const text = await runInChrome(panelScript(`JSON.stringify((await (${expression})) ?? null)`));
      return JSON.parse(z.string().parse(text));
    },
  };
  await panel.evaluate(`new Promise((ready) => {
    const check = () => (document.querySelector('[data-ready]') ? ready(true) : setTimeout(check, 20));
    check();
  })`);
  return panel;
}

/** Returns a function that runs the body of an asynchronous function in Firefox's chrome window. */
async function createChromeRunner(browser: Browser): Promise<(body: string) => Promise<unknown>> {
  const { connection } = browser as unknown as { readonly connection: Bidi };
  const tree = await connection.send('browsingContext.getTree', { 'moz:scope': 'chrome' });
  const [window] = treeSchema.parse(tree.result).contexts;
  if (!window) throw new Error('Firefox shows no window.');
  return async (body) => {
    const response = await connection.send('script.evaluate', {
      expression: `(async () => { ${body} })()`,
      target: { context: window.context },
      awaitPromise: true,
    });
    const evaluation = evaluationSchema.parse(response.result);
    if (evaluation.type === 'exception') throw new Error(evaluation.exceptionDetails.text);
    return evaluation.result.value;
  };
}

/**
 * Returns a script that evaluates an expression in the panel.
 * The panel runs in a separate process. A frame script can evaluate there, despite the panel's CSP.
 */
function panelScript(expression: string): string {
  const frameScript = `(async () => {
    const sandbox = new Cu.Sandbox(content, { sandboxPrototype: content, wantXrays: false });
    const response = { value: null, problem: null };
    try {
      response.value = await Cu.evalInSandbox(${JSON.stringify(`(async () => ${expression})()`)}, sandbox);
    } catch (problem) {
      response.problem = String(problem);
    }
    sendAsyncMessage(NAME, response);
  })()`;
  return `
    const findBrowser = () => [...telemetryToolbox.doc.querySelectorAll('iframe')]
      .map((frame) => frame.contentDocument?.querySelector('browser'))
      .find((browser) => browser?.currentURI?.spec.endsWith('/panel.html'));
    while (!findBrowser()) await new Promise((next) => setTimeout(next, 20));
    const { messageManager } = findBrowser();
    const name = 'telemetry:' + Math.random();
    const response = await new Promise((resolve) => {
      messageManager.addMessageListener(name, function handleMessage({ data }) {
        messageManager.removeMessageListener(name, handleMessage);
        resolve(data);
      });
      const script = ${JSON.stringify(frameScript)}.replace('NAME', JSON.stringify(name));
      messageManager.loadFrameScript('data:,' + encodeURIComponent(script), false);
    });
    if (response.problem !== null) throw new Error(response.problem);
    return response.value;`;
}
