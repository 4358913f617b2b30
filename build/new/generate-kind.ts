import { EditFault, type Generate } from './file-editor';

const DEFINITIONS = 'lib/core/telemetry/definitions';
const CATALOG = 'lib/core/telemetry/catalog.ts';
const INGESTION = 'lib/core/rules/ingestion/ingestion-schemas.ts';

/** Generates a kind of event whose data has one field, `type`. */
export const generateKind: Generate = ({ kebab, title }, files) => {
  const kind = kebab;
  if (kind.includes('-')) throw new EditFault(`"${kind}" can't be a kind, which is one word. Omit the hyphens.`);
  files.create(
    `${DEFINITIONS}/${kind}.ts`,
    `import * as z from '#core/util/zod';
import { defineEvent } from '../definition';
import { withNote } from '../vocabulary';

export const ${kind} = defineEvent({
  arguments: {
    data: z.object({
      type: withNote(z.string(), '${kind}.type'),
    }),
  },
  headline: ['data.type'],
  sample: { data: { type: 'sample' } },
});
`,
  );
  files.create(
    `tests/unit/core/telemetry/definitions/${kind}.test.ts`,
    `import { expect, it } from 'vitest';
import { validateCall } from '#core/telemetry/validate-event';
import { formatFindings } from '../format-finding';

it('${title} needs a type', () => {
  expect(formatFindings(validateCall('${kind}', [{ type: 'sample' }]))).toEqual([]);
  expect(formatFindings(validateCall('${kind}', [{}]))).toEqual(['error missing data.type']);
});
`,
  );
  files.insertBefore('lib/core/telemetry/kinds.ts', /^\] as const/m, `  '${kind}',\n`);
  files.addImport(CATALOG, `import { ${kind} } from './definitions/${kind}';`);
  files.insertBefore(CATALOG, /(?<=^const definitions = \{[^}]*)^\}/m, `  ${kind},\n`);
  // The hook does not contain the definitions, so its list is separate.
  files.insertBefore('lib/page/hook/sdk.ts', /(?<=\bSDK_METHODS =\s+'[a-z ]*)'/, ` ${kind}`);
  // Allows any data, because the pipeline's schema for a new kind is unknown.
  files.insertBefore(INGESTION, /^\} as const satisfies Readonly<Record<EventKind/m, `  ${kind}: anyObject,\n`);
  files.insertBefore(
    'lib/node/playwright/matchers/expected-fields.ts',
    /(?<=^export const edataFieldNames = \{[^}]*)^\}/m,
    `  ${kind}: ['type'],\n`,
  );
  files.insertBefore(
    'tests/unit/core/telemetry/documented.ts',
    /(?<=^export const documentedKinds: [\s\S]*)^\};/m,
    `  ${kind}: { signature: ['data'], required: ['data', 'data.type'] },\n`,
  );
  files.addMessages('locales/definitions/en.yml', 'summary', { [kind]: `${title}: say when it happens.` });
  files.addMessages('locales/definitions/en.yml', `note.${kind}`, { type: `Type of the ${kind}.` });
  files.addMessages('locales/definitions/hi.yml', 'summary', { [kind]: `${title}: लिखें कि यह कब होता है।` });
  files.addMessages('locales/definitions/hi.yml', `note.${kind}`, { type: `${title} का type।` });
};
