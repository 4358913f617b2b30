import type { Wxt } from 'wxt';

/**
 * Removes WXT's automatic imports.
 * `imports: false` only removes their types. A variable with a name like `storage` would still add WXT's helper of that
 * name to the bundle.
 */
export function withoutAutoImports({ config }: Wxt): void {
  config.imports.presets = [];
}
