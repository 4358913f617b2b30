import type { Machine } from './find-chromium';

/** Whether packages can be installed: by root on Debian. */
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
