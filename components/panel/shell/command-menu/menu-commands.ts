import { isInView, keyCommands, type MenuCommand, menuCommands } from '#components/panel/app/registries.ts';
import type { Stores } from '#components/panel/app/stores.ts';

const NOT_FOUND = 3;

/** All commands that can be run now: those with a key first, then what features add. */
export function listMenuCommands(stores: Stores): readonly MenuCommand[] {
  const withKeys = stores
    .get(keyCommands)
    .parts.filter((command) => isInView(command, stores.app.view.peek()) && command.isListed?.() !== false)
    .map(({ id, keys, label, run }) => ({ id: `key-${id}`, label: label(), keys, run }));
  return [...withKeys, ...stores.get(menuCommands).parts.flatMap((list) => list())];
}

/**
 * The commands whose label, group or synonyms have every word of the text.
 * Those whose label starts with it come first, those that only their synonyms find last.
 */
export function findMenuCommands(
  commands: readonly MenuCommand[],
  text: string,
  synonyms: Readonly<Record<string, string>> = {},
): readonly MenuCommand[] {
  const wanted = text.trim().toLowerCase();
  if (wanted === '') return commands;
  const terms = wanted.split(/\s+/);
  const hasAll = (searched: string) => terms.every((word) => searched.toLowerCase().includes(word));
  const rankOf = ({ id, label, group = '', synonyms: own = '' }: MenuCommand): number => {
    if (label.toLowerCase().startsWith(wanted)) return 0;
    if (hasAll(`${label} ${group}`)) return 1;
    return hasAll(`${label} ${group} ${own} ${synonyms[id] ?? ''}`) ? 2 : NOT_FOUND;
  };
  const ranked = commands.map((command) => ({ command, rank: rankOf(command) }));
  return [0, 1, 2].flatMap((rank) => ranked.filter((each) => each.rank === rank).map(({ command }) => command));
}
