import { type DraftContent, draftContentSchema } from '#core/drafts/draft-content';
import { type EventKind, eventKinds } from '#core/telemetry/kinds';
import * as z from '#core/util/zod';
import { DRAFTS_KEY } from '#panel/persistence/earlier-data';
import { createPersistedValue, type PersistedValue, type PersistedValueDeps } from '#panel/persistence/persisted-value';
import type { SharedStore } from '#panel/persistence/synced-list';
import type { Composer, Draft } from './composer';

const storedSchema = z.catch(
  z.object({
    kind: z.catch(z.enum(eventKinds), 'start'),
    drafts: z.catch(z.partialRecord(z.enum(eventKinds), z.catch(z.optional(draftContentSchema), undefined)), {}),
  }),
  { kind: 'start', drafts: {} },
);

type StoredDrafts = z.infer<typeof storedSchema>['drafts'];

interface DraftStorageDeps extends PersistedValueDeps {
  readonly store: Pick<SharedStore, 'get' | 'set' | 'subscribe'>;
}

/**
 * Stores one draft per kind while no panel is open. Drafts that equal the sample are not stored.
 * Of drafts that this panel did not change, those of other panels are stored.
 */
export function createDraftStorage(composer: Composer, deps: DraftStorageDeps): PersistedValue {
  const changed = new Set<EventKind>();
  let restored: StoredDrafts = {};
  let theirs: StoredDrafts = {};
  const contentToStore = ({ kind, content, edited }: Draft): DraftContent | undefined => {
    const before = restored[kind];
    if (before ? content.value !== before : edited.value) changed.add(kind);
    if (!changed.has(kind)) return theirs[kind];
    return edited.value ? content.value : undefined;
  };
  deps.store.subscribe(DRAFTS_KEY, () => {
    deps.store.get(DRAFTS_KEY).then(
      (stored) => {
        theirs = storedSchema.parse(stored).drafts;
      },
      // The drafts that were read last stay, and the next change is written with them.
      () => undefined,
    );
  });
  return createPersistedValue(deps, {
    key: DRAFTS_KEY,
    value() {
      const drafts = composer.drafts.map((draft) => [draft.kind, contentToStore(draft)] as const);
      return {
        kind: composer.kind.value,
        drafts: Object.fromEntries(drafts.filter(([, content]) => content !== undefined)),
      };
    },
    restore(stored) {
      const { kind, drafts } = storedSchema.parse(stored);
      const known = eventKinds.flatMap((each) => {
        const content = drafts[each];
        return content ? [[each, content] as const] : [];
      });
      for (const draft of composer.drafts) if (draft.edited.peek()) changed.add(draft.kind);
      composer.restore(kind, new Map(known));
      theirs = drafts;
      restored = drafts;
    },
  });
}
