import { isInView, keyCommands, type MenuCommand, menuCommands } from '#components/panel/app/registries.ts';
import type { Stores } from '#components/panel/app/stores.ts';

/** All commands that can be run now: those with a key first, then what features add. */
export function listMenuCommands(stores: Stores): readonly MenuCommand[] {
  const withKeys = stores
    .get(keyCommands)
    .parts.filter((command) => isInView(command, stores.app.view.peek()) && command.isListed?.() !== false)
    .map(({ id, keys, label, run }) => ({ id: `key-${id}`, label: label(), keys, run }));
  return [...withKeys, ...stores.get(menuCommands).parts.flatMap((list) => list())];
}

/** The commands whose label or group has every word of the text; those whose label starts with it come first. */
export function findMenuCommands(commands: readonly MenuCommand[], text: string): readonly MenuCommand[] {
  const wanted = text.trim().toLowerCase();
  if (wanted === '') return commands;
  const terms = wanted.split(/\s+/);
  const found = commands.filter(({ label, group = '' }) => {
    const searched = `${label} ${group}`.toLowerCase();
    return terms.every((word) => searched.includes(word));
  });
  const startsWithText = ({ label }: MenuCommand) => label.toLowerCase().startsWith(wanted);
  return [...found.filter(startsWithText), ...found.filter((command) => !startsWithText(command))];
}
