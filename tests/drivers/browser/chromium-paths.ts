import { join } from 'node:path';

/**
 * Returns the possible paths of Chromium, by platform.
 * Branded Chrome is omitted, because it ignores `--load-extension`. Ubuntu's `chromium-browser` is omitted, because it
 * starts a snap, which cannot access our temporary folders.
 */
export function chromiumPaths(platform: NodeJS.Platform, env: NodeJS.ProcessEnv): readonly string[] {
  if (platform === 'darwin') return ['/Applications/Chromium.app/Contents/MacOS/Chromium'];
  if (platform === 'win32')
    return windowsFolders(env).map((folder) => join(folder, 'Chromium', 'Application', 'chrome.exe'));
  return [
    // The binaries precede the wrapper scripts on the PATH, which add flags.
    '/usr/lib/chromium/chromium',
    '/usr/lib64/chromium-browser/chromium-browser',
    '/usr/lib/chromium-browser/chromium-browser',
    '/usr/bin/chromium',
  ];
}

/**
 * Returns the possible paths of Edge, which also loads unpacked extensions.
 * Edge is the last choice, because its DevTools differs from Chromium's.
 */
export function edgePaths(platform: NodeJS.Platform, env: NodeJS.ProcessEnv): readonly string[] {
  if (platform === 'darwin') return ['/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge'];
  if (platform === 'win32') {
    return windowsFolders(env).map((folder) => join(folder, 'Microsoft', 'Edge', 'Application', 'msedge.exe'));
  }
  return ['/opt/microsoft/msedge/msedge'];
}

function windowsFolders(env: NodeJS.ProcessEnv): readonly string[] {
  const folders = [env.LOCALAPPDATA, env.PROGRAMFILES, env['PROGRAMFILES(X86)']];
  return folders.filter((folder): folder is string => folder !== undefined);
}
