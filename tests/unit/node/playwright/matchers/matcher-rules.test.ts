import { describe, expect, it } from 'vitest';
import { annotateSchemas } from '#node/playwright/matchers/annotate-schemas';
import { judgeNoInvalidEvents } from '#node/playwright/matchers/judge-events';
import { loadRules } from '#node/playwright/matchers/matcher-rules';
import type { SchemaDeps } from '#node/schemas/schema-sets';
import { interactOf } from '#tests/fixtures/telemetry-source';

const files: Readonly<Record<string, string>> = {
  'strict.json': JSON.stringify({ required: ['school'] }),
  'set/interact.json': JSON.stringify({ properties: { edata: { required: ['pageid'] } } }),
  'set/broken.json': '{',
};
const deps: SchemaDeps = {
  async readBytes(file) {
    const text = files[file];
    if (text === undefined) throw Object.assign(new Error(), { code: 'ENOENT' });
    return new TextEncoder().encode(text);
  },
  findSchemaFiles: async (folder) => (folder === 'set' ? ['broken.json', 'interact.json'] : null),
};
const records = [interactOf(1, { type: 'TOUCH', id: 'next' })];

describe('schemas of toHaveNoInvalidEvents', () => {
  it('an event is checked by schemas in addition to the selected or configured rule sets', async () => {
    const explain = async (options: Parameters<typeof loadRules>[0]) =>
      judgeNoInvalidEvents(await loadRules(options, deps))(records)
        .explain()
        .details.filter((line) => line.includes('schema:'));
    const lines = ['    school is required by strict.json. (schema:strict/missing)'];
    for (const options of [{}, { rules: [] }, { rules: ['privacy'] }] as const) {
      expect(await explain({ ...options, schemas: { strict: 'strict.json' } })).toEqual(lines);
    }
    expect(await explain({ rules: [] as const, schemas: { set: 'set' } })).toEqual([
      '    edata.pageid is required by interact.json. (schema:set/missing)',
    ]);
  });

  it('a valid event passes if only schemas are checked', async () => {
    const rules = await loadRules({ rules: [], schemas: { own: 'set' } }, deps);
    const judge = judgeNoInvalidEvents(rules);
    expect(judge([interactOf(1, { pageid: 'home' })]).pass).toBe(true);
    expect(judge([])).toMatchObject({ pass: false, isEmpty: true });
  });

  it('an unusable schema of a set is annotated once, and an unusable set fails', async () => {
    const { notes } = await loadRules({ schemas: { other: 'set' } }, deps);
    expect(notes.join()).toContain('broken.json');
    const annotations: { type: string; description?: string }[] = [];
    annotateSchemas({ annotations }, notes);
    annotateSchemas({ annotations }, notes);
    expect(annotations).toEqual([{ type: 'telemetry-schemas', description: notes.join('\n') }]);
    await expect(loadRules({ schemas: { gone: 'gone.json' } }, deps)).rejects.toThrow("Couldn't read gone.json");
  });
});
