import { createDraftKeeper } from '#components/panel/compose/draft/draft-storage.ts';
import { readOut } from '#components/panel/compose/target/delivery-settings.ts';
import type { PanelModel } from '#components/panel/shell/panel-model.ts';
import { localStorage } from '#extension/browser/storage';
import { createKeeping } from '#extension/panel/persistence/persisted-value';

/** Keeps what is composed while no panel is open, up to its last key. Answers the way to take it up. */
export function keepDrafts({ composer, compose, toasts }: PanelModel): () => Promise<unknown> {
  const tell = (text: string) => toasts.show({ tone: 'bad', text });
  const world = { store: localStorage, tell };
  const keepings = [
    createDraftKeeper(composer, world),
    createKeeping(world, {
      key: 'compose-out',
      value: () => compose.out.value,
      restore: (stored) => {
        compose.out.value = readOut(stored);
      },
    }),
  ];
  return () => Promise.all([...keepings, compose.samples].map((kept) => kept.load()));
}
