/** Whether packages can be installed, which requires root on a Debian system. */
export function canInstallPackages({
  platform,
  isRoot,
  hasCommand,
}: Pick<Machine, 'platform' | 'isRoot' | 'hasCommand'>): boolean {
  return platform === 'linux' && isRoot && hasCommand('apt-get');
}

/** Installs Debian packages. Returns false if the machine cannot install packages, or if apt-get fails. */
export function installPackages(machine: Machine, packages: readonly string[]): boolean {
  if (!canInstallPackages(machine)) return false;
  const notice = `Installing ${packages.join(', ')} (apt-get)`;
  return (
    machine.run('apt-get', ['update', '-qq'], notice) &&
    machine.run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...packages], notice)
  );
}

/** The functions of this machine that finding a browser needs. */
export interface Machine {
  readonly platform: NodeJS.Platform;
  readonly env: NodeJS.ProcessEnv;
  readonly isRoot: boolean;
  /** Whether the browser at a path exists and starts. An installed browser may lack libraries. */
  readonly canStart: (path: string) => boolean;
  /** Returns the path of Playwright's own Chromium, installed or not. */
  readonly playwrightChromium: () => string;
  readonly hasCommand: (command: string) => boolean;
  /**
   * Runs a command without its output. Returns whether it succeeded.
   * In a terminal, shows `notice` while the command runs.
   */
  readonly run: (command: string, args: readonly string[], notice: string) => boolean;
}
