import { minify } from 'terser';

/** As much of a plugin of Rollup as is needed: bundlers have types of their own for it. */
interface SmallLibraryPlugin {
  readonly name: string;
  readonly transform: (code: string, id: string) => Promise<string | null>;
}

/**
 * Creates a plugin that minifies the modules of a library. The package's own code stays readable; the library of JSON Schemas
 * would be a tenth of the package.
 */
export function smallLibrary(modules: RegExp): SmallLibraryPlugin {
  return {
    name: 'small-library',
    async transform(code, id) {
      if (!modules.test(id)) return null;
      const { code: small } = await minify(code, { module: true, compress: { passes: 2 }, mangle: true });
      return small ?? null;
    },
  };
}
