import { minify } from 'terser';

/** As much of a chunk of Rollup as is needed. */
interface RenderedChunk {
  readonly fileName: string;
  readonly modules: Readonly<Record<string, { readonly renderedLength: number }>>;
}

/** As much of a plugin of Rollup as is needed: bundlers have types of their own for it. */
interface SmallLibraryPlugin {
  readonly name: string;
  readonly renderChunk: (code: string, chunk: RenderedChunk) => Promise<string | null>;
}

/**
 * Creates a plugin that minifies the chunks that are mostly libraries.
 * The library of JSON Schemas alone would be a tenth of the package. Our own code loses its white space, the names of its
 * variables, each `const` after another and what is longer than it need be, which are 66 kB of the package: the names of
 * functions and classes stay, so that an error of it says where.
 */
export function smallLibraries(): SmallLibraryPlugin {
  return {
    name: 'small-libraries',
    async renderChunk(code, { fileName, modules }) {
      // Declarations are no code yet: their plugin has packed them.
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
                computed_props: true,
                unused: true,
                keep_fnames: true,
                keep_classnames: true,
              },
              mangle: { keep_fnames: true, keep_classnames: true },
              format: { semicolons: false },
            }),
      });
      return short ?? null;
    },
  };
}

/** Whether more than half of a chunk comes from `node_modules`. */
export function isMostlyLibrary(modules: RenderedChunk['modules']): boolean {
  const [all, ofLibraries] = Object.entries(modules).reduce(
    ([sum, part], [id, { renderedLength }]) => [
      sum + renderedLength,
      part + (id.includes('/node_modules/') ? renderedLength : 0),
    ],
    [0, 0],
  );
  return ofLibraries > all / 2;
}
