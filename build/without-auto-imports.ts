import type { Wxt } from 'wxt';

/**
 * Takes WXT's list of automatic imports away.
 * `imports: false` only takes their types away: a variable of ours with a name like `storage` would still pull WXT's
 * helper of that name into the bundle.
 */
export function withoutAutoImports({ config }: Wxt): void {
  config.imports.presets = [];
}
