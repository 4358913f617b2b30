import { join } from 'node:path';

/**
 * Where Chromium is installed, by platform.
 * Branded Chrome is omitted: it ignores `--load-extension`. So is Ubuntu's `chromium-browser`: it starts a snap, which
 * sees no temporary folder of ours.
 */
export function chromiumPlaces(platform: NodeJS.Platform, env: NodeJS.ProcessEnv): readonly string[] {
  if (platform === 'darwin') return ['/Applications/Chromium.app/Contents/MacOS/Chromium'];
  if (platform === 'win32')
    return windowsFolders(env).map((folder) => join(folder, 'Chromium', 'Application', 'chrome.exe'));
  return [
    // The real binaries before the wrapper scripts on the PATH, which add flags of their own.
    '/usr/lib/chromium/chromium',
    '/usr/lib64/chromium-browser/chromium-browser',
    '/usr/lib/chromium-browser/chromium-browser',
    '/usr/bin/chromium',
  ];
}

/** Edge loads unpacked extensions too; only where nothing better can be had, as its DevTools differ. */
export function edgePlaces(platform: NodeJS.Platform, env: NodeJS.ProcessEnv): readonly string[] {
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
