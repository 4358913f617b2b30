import { draftContentSchema } from '#core/drafts/draft-content';
import { eventKinds } from '#core/telemetry/kinds';
import * as z from '#core/util/zod';
import { DRAFTS_KEY } from '#panel/persistence/earlier-data';
import { createPersistedValue, type PersistedValue, type PersistedValueDeps } from '#panel/persistence/persisted-value';
import type { Composer } from './composer';

const storedSchema = z.catch(
  z.object({
    kind: z.catch(z.enum(eventKinds), 'start'),
    drafts: z.catch(z.partialRecord(z.enum(eventKinds), z.catch(z.optional(draftContentSchema), undefined)), {}),
  }),
  { kind: 'start', drafts: {} },
);

/** Stores one draft per kind while no panel is open. Drafts that equal the sample are not stored. */
export function createDraftStorage(composer: Composer, deps: PersistedValueDeps): PersistedValue {
  return createPersistedValue(deps, {
    key: DRAFTS_KEY,
    value: () => storedDraftOf(composer),
    restore(stored) {
      const { kind, drafts } = storedSchema.parse(stored);
      const known = eventKinds.flatMap((each) => {
        const content = drafts[each];
        return content ? [[each, content] as const] : [];
      });
      composer.restore(kind, new Map(known));
    },
  });
}

function storedDraftOf({ kind, drafts }: Composer) {
  const changed = drafts.filter(({ edited }) => edited.value).map((draft) => [draft.kind, draft.content.value]);
  return { kind: kind.value, drafts: Object.fromEntries(changed) };
}
