import { minify } from 'terser';

/** As much of a chunk of Rollup as is needed. */
interface RenderedChunk {
  readonly modules: Readonly<Record<string, { readonly renderedLength: number }>>;
}

/** As much of a plugin of Rollup as is needed: bundlers have types of their own for it. */
interface SmallLibraryPlugin {
  readonly name: string;
  readonly renderChunk: (code: string, chunk: RenderedChunk) => Promise<string | null>;
}

/**
 * Creates a plugin that minifies the chunks that are mostly libraries.
 * Our own code stays readable. The library of JSON Schemas alone would be a tenth of the package.
 */
export function smallLibraries(): SmallLibraryPlugin {
  return {
    name: 'small-libraries',
    async renderChunk(code, { modules }) {
      if (!isMostlyLibrary(modules)) return null;
      const { code: short } = await minify(code, { module: true, compress: { passes: 2 }, mangle: true });
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
