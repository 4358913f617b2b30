import { minify } from 'terser';

/** The used part of a Rollup chunk. */
interface RenderedChunk {
  readonly fileName: string;
  readonly modules: Readonly<Record<string, { readonly renderedLength: number }>>;
}

/** The used part of a Rollup plugin, because each bundler has different types for plugins. */
interface SmallLibraryPlugin {
  readonly name: string;
  readonly renderChunk: (code: string, chunk: RenderedChunk) => Promise<string | null>;
}

/**
 * Creates a plugin that minifies chunks of libraries fully, and all other chunks of the package partly.
 * The JSON Schema library alone would be 10 % of the package. Partial minification saves 76 kB. It keeps the names of
 * classes for stack traces. It does not turn functions into expressions of their only caller: each call would create
 * another function object, which was half of the memory that the collector allocated.
 */
export function smallLibraries(): SmallLibraryPlugin {
  return {
    name: 'small-libraries',
    async renderChunk(code, { fileName, modules }) {
      // Declaration files are skipped: another plugin bundles them.
      if (fileName.endsWith('.d.mts')) return null;
      const { code: short } = await minify(code, {
        module: true,
        ...(isMostlyLibrary(modules)
          ? { compress: { passes: 2 }, mangle: true }
          : {
              compress: {
                defaults: false,
                join_vars: true,
                properties: true,
                booleans: true,
                arrows: true,
                comparisons: true,
                conditionals: true,
                if_return: true,
                sequences: true,
                side_effects: true,
                computed_props: true,
                collapse_vars: true,
                evaluate: true,
                dead_code: true,
                reduce_vars: true,
                hoist_props: true,
                passes: 2,
                inline: 1,
                negate_iife: true,
                switches: true,
                typeofs: true,
                loops: true,
                reduce_funcs: false,
                unused: true,
                keep_classnames: true,
              },
              mangle: { keep_classnames: true },
              format: { semicolons: false },
            }),
      });
      return short ?? null;
    },
  };
}

/** Whether more than half of a chunk comes from `node_modules`. */
export function isMostlyLibrary(modules: RenderedChunk['modules']): boolean {
  const [totalLength, libraryLength] = Object.entries(modules).reduce(
    ([sum, part], [id, { renderedLength }]) => [
      sum + renderedLength,
      part + (id.includes('/node_modules/') ? renderedLength : 0),
    ],
    [0, 0],
  );
  return libraryLength > totalLength / 2;
}
