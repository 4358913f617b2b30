import { localStorage } from '../../lib/browser/storage';
import { createDraftKeeper } from '../../lib/compose/draft-keeper';
import { createKeeping } from '../../lib/compose/keeping';
import { readOut } from '../../lib/compose/out-settings';
import type { PanelModel } from '../../lib/panel/panel-model';

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
