/** Whether packages can be installed, which requires root on a Debian system. */
export function canInstallPackages({ platform, isRoot, has }: Pick<Machine, 'platform' | 'isRoot' | 'has'>): boolean {
  return platform === 'linux' && isRoot && has('apt-get');
}

/** Installs Debian packages. Returns false if this machine cannot or apt-get failed. */
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
  /** Whether the file exists and starts: a browser may lack libraries. */
  readonly works: (path: string) => boolean;
  /** Returns the path of Playwright's own Chromium, installed or not. */
  readonly playwrightChromium: () => string;
  readonly has: (command: string) => boolean;
  /**
   * Runs a command without its output. Returns whether it succeeded.
   * `notice` is shown if the command takes long.
   */
  readonly run: (command: string, args: readonly string[], notice: string) => boolean;
}
