import { findChromium } from '#tests/drivers/browser/find-chromium';
import { findFirefox } from '#tests/drivers/browser/firefox';
import { canInstallPackages, installPackages } from '#tests/drivers/browser/install-packages';
import { localMachine } from '#tests/drivers/browser/local-machine';
import { commandLineTools, findMissingPackages } from '#tests/runner/command-line-tools';

/**
 * Runs `npm run test:tools`: installs the browsers and programs that tests need, if possible, and lists the browsers.
 * A missing program isn't a failure: the tests that need the program are not run, and report the reason.
 */
const packages = [...findMissingPackages(commandLineTools), ...(findFirefox().ok ? [] : ['firefox-esr'])];
if (packages.length > 0 && canInstallPackages(localMachine)) {
  console.log(`Installing ${packages.join(', ')}`);
  if (!installPackages(localMachine, packages)) console.log('apt-get failed.');
}
const chromium = findChromium(localMachine);
const firefox = findFirefox();
console.log(chromium.ok ? `Chromium: ${chromium.value.path} (${chromium.value.source})` : chromium.failure);
console.log(firefox.ok ? `Firefox: ${firefox.value}` : firefox.failure);
