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
    // An unknown kind, stored by another version of the extension, must not discard the drafts of all kinds.
    drafts: z.catch(z.record(z.string(), z.catch(z.optional(draftContentSchema), undefined)), {}),
  }),
  { kind: 'start', drafts: {} },
);

type StoredDrafts = z.infer<typeof storedSchema>['drafts'];

interface DraftStorageDeps extends PersistedValueDeps {
  readonly store: Pick<SharedStore, 'get' | 'set' | 'subscribe'>;
}

/**
 * Persists one draft per kind for the next panel. Drafts that equal the sample are not stored.
 * If this panel did not change a draft, the draft of the other panels is stored again.
 */
export function createDraftStorage(composer: Composer, deps: DraftStorageDeps): PersistedValue {
  const changedKinds = new Set<EventKind>();
  let restoredDrafts: StoredDrafts = {};
  let storedDrafts: StoredDrafts = {};
  const contentToStore = ({ kind, content, isEdited }: Draft): DraftContent | undefined => {
    const before = restoredDrafts[kind];
    if (before ? content.value !== before : isEdited.value) changedKinds.add(kind);
    if (!changedKinds.has(kind)) return storedDrafts[kind];
    return isEdited.value ? content.value : undefined;
  };
  deps.store.subscribe(DRAFTS_KEY, () => {
    deps.store.get(DRAFTS_KEY).then(
      (stored) => {
        storedDrafts = storedSchema.parse(stored).drafts;
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
      const contents = eventKinds.flatMap((each) => {
        const content = drafts[each];
        return content ? [[each, content] as const] : [];
      });
      for (const draft of composer.drafts) if (draft.isEdited.peek()) changedKinds.add(draft.kind);
      composer.restore(kind, new Map(contents));
      storedDrafts = drafts;
      restoredDrafts = drafts;
    },
  });
}
