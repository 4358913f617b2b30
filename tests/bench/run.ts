import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { findChromium } from '../../demo/browser/find-chromium';
import { thisMachine } from '../../demo/browser/this-machine';
import { buildExtension, extensionFolder, projectFolder } from '../../demo/build-extension';
import { replaceSection } from '../../demo/readme/section';
import { measureAll } from './measure-all';
import { figuresTable } from './table';

/** `npm run bench`: measures the built extension and prints a table; `--json` the figures, `--readme` into the README. */
const README = 'README.md';
const COPY = `${projectFolder}.output/bench-extension`;
const { values } = parseArgs({ options: { json: { type: 'boolean' }, readme: { type: 'boolean' } } });
const say = (line: string) => console.error(line);

const chromium = findChromium(thisMachine);
if (!chromium.ok) throw new Error(chromium.failure);
const [load = 0] = loadavg();
say('Building the extension.');
buildExtension();
// A copy: a build that somebody starts meanwhile must not take the files away from under the browser.
rmSync(COPY, { recursive: true, force: true });
cpSync(extensionFolder, COPY, { recursive: true });
const { figures, browser } = await measureAll({ executablePath: chromium.value.path, extensionFolder: COPY, say });
const [processor] = cpus();
const table = figuresTable(figures, {
  browser,
  processor: processor?.model ?? 'an unknown processor',
  cores: cpus().length,
  load: Number(load.toFixed(1)),
  day: new Date().toISOString().slice(0, 10),
});
console.log(values.json ? JSON.stringify(figures) : table);
if (values.readme) {
  const written = replaceSection(readFileSync(README, 'utf8'), 'bench', table);
  if (written === null)
    throw new Error(`${README} has no place for the figures: <!-- bench:start --> … <!-- bench:end -->.`);
  writeFileSync(README, written);
}
