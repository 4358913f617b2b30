import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { installPackages } from '#tests/drivers/browser/install-packages';
import { localMachine } from '#tests/drivers/browser/local-machine';
import { projectFolder } from './build-extension';

/** Fonts for the UI, and for the Hindi text of the demo's lesson. */
const FONTS = [
  { pattern: 'Inter', package: 'fonts-inter' },
  { pattern: ':lang=hi', package: 'fonts-lohit-deva' },
] as const;

/**
 * Makes browsers on Linux render the UI in Inter, and all text of the pictures. Call it before them.
 * Installs missing fonts. If that is not possible, throws with instructions. Other systems have the needed fonts.
 */
export function preparePictureFonts(): void {
  if (process.platform !== 'linux') return;
  const missing = FONTS.filter(({ pattern }) => !isInstalled(pattern)).map((font) => font.package);
  if (missing.length > 0 && !installPackages(localMachine, missing))
    throw new Error(
      `The pictures need fonts. Install them (Debian: apt-get install ${missing.join(' ')}), then try again.`,
    );
  const file = join(projectFolder, '.output/fonts.conf');
  mkdirSync(join(projectFolder, '.output'), { recursive: true });
  writeFileSync(file, FONT_CONFIG);
  process.env.FONTCONFIG_FILE = file;
}

function isInstalled(pattern: string): boolean {
  return (spawnSync('fc-list', [pattern, 'family'], { encoding: 'utf8' }).stdout ?? '').trim() !== '';
}

const FONT_CONFIG = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <include>/etc/fonts/fonts.conf</include>
  <match target="pattern">
    <test name="family" compare="eq" qual="any"><string>sans-serif</string></test>
    <edit name="family" mode="prepend" binding="strong"><string>Inter</string></edit>
  </match>
  <match target="pattern">
    <test name="family" compare="eq" qual="any"><string>system-ui</string></test>
    <edit name="family" mode="prepend" binding="strong"><string>Inter</string></edit>
  </match>
</fontconfig>
`;
