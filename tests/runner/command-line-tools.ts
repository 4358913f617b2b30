import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Programs that some tests need, with the Debian package of each. */
const PACKAGES = { curl: 'curl', Xvfb: 'xvfb', xdotool: 'xdotool', WebKitWebDriver: 'webkit2gtk-driver' } as const;
export type CommandLineTool = keyof typeof PACKAGES;

export const commandLineTools: readonly CommandLineTool[] = ['curl', 'Xvfb', 'xdotool', 'WebKitWebDriver'];

/** Returns the packages of the programs that are not on the PATH. */
export function findMissingPackages(tools: readonly CommandLineTool[]): string[] {
  return tools.filter((tool) => !isOnPath(tool)).map((tool) => PACKAGES[tool]);
}

/** Returns why a test that needs these programs cannot run, or `null` if all are on the PATH. */
export function explainMissingTools(tools: readonly CommandLineTool[]): string | null {
  const missing = tools.filter((tool) => !isOnPath(tool));
  if (missing.length === 0) return null;
  const verb = missing.length === 1 ? "isn't" : "aren't";
  const packages = missing.map((tool) => PACKAGES[tool]).join(' ');
  return `${missing.join(' and ')} ${verb} installed (Debian: apt-get install ${packages})`;
}

function isOnPath(tool: CommandLineTool): boolean {
  const { PATH = '' } = process.env;
  return PATH.split(delimiter).some((folder) => isExecutable(join(folder, tool)));
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
