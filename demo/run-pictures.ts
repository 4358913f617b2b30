import { fileURLToPath } from 'node:url';
import { findChromium } from './browser/find-chromium';
import { launchChromium } from './browser/launch';
import { thisMachine } from './browser/this-machine';
import { buildExtension, extensionFolder } from './build-extension';
import { createEnding } from './ending';
import { doJob } from './job';
import { createAlbum } from './screenshots';
import { startStack } from './stack';

/** Takes the README's pictures, light and dark, of the real thing doing the demo's job. */
const folder = fileURLToPath(new URL('../docs/pictures', import.meta.url));
const ending = createEnding();
try {
  const chromium = findChromium(thisMachine);
  if (!chromium.ok) throw new Error(chromium.failure);
  buildExtension();
  const stack = await startStack();
  ending.add(stack.stop);
  const browser = await launchChromium({ executablePath: chromium.value.path, extensionFolder, headless: true });
  ending.add(browser.close);
  const { screenshots } = await doJob({
    stack,
    browser,
    album: await createAlbum(folder),
    say: (line) => console.log(line),
  });
  console.log(`${screenshots.length} pictures in ${folder}`);
} finally {
  await ending.run();
}
