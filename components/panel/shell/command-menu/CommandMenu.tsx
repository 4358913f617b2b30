import { useSignal } from '@preact/signals';
import type { RefObject } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { useModal } from '#components/kit/Dialog.tsx';
import {
  isInView,
  keyCommands,
  type MenuCommand,
  menuCommands,
  menuOpenHandlers,
} from '#components/panel/app/registries.ts';
import { type Stores, useStores } from '#components/panel/app/stores.ts';
import { i18n } from '#i18n';
import { menuFeatures } from '../menu-features';
import { shownButtonCommands } from './shown-buttons';
import './command-menu.css';

const LIST_ID = 'command-menu-list';
const optionId = (index: number) => `${LIST_ID}-${index}`;

/** All commands, found by typing (WAI-ARIA combobox): arrow keys select, Enter runs, Esc closes. */
export function CommandMenu({ onClose }: { readonly onClose: () => void }) {
  const stores = useStores();
  const text = useSignal('');
  const activeIndex = useSignal(0);
  const list = useRef<HTMLDivElement>(null);
  const { dialog, close } = useModal((menu) => menu.querySelector('input')?.focus());
  stores.get(menuFeatures);
  useEffect(() => {
    for (const onOpen of stores.get(menuOpenHandlers).parts) onOpen();
  }, [stores]);
  const buttons = useShownButtons(dialog);
  const commands = findMenuCommands([...listMenuCommands(stores), ...buttons], text.value, commandSynonyms());
  const run = (command: MenuCommand | undefined) => {
    const panel = dialog.current?.closest<HTMLElement>('.panel');
    if (!command || !panel) return;
    // Closes before the command runs, because the command may move the focus.
    close();
    onClose();
    command.run(panel);
  };
  const move = (to: number) => {
    activeIndex.value = (to + commands.length) % Math.max(1, commands.length);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const actions: Readonly<Record<string, (() => void) | undefined>> = {
      ArrowDown: () => move(activeIndex.value + 1),
      ArrowUp: () => move(activeIndex.value - 1),
      Enter: () => run(commands[activeIndex.value]),
      Escape: onClose,
    };
    const action = event.isComposing ? undefined : actions[event.key];
    if (!action) return;
    event.preventDefault();
    action();
  };
  useLayoutEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView?.({ block: 'nearest' });
  }, [activeIndex.value, text.value]);
  return (
    <dialog class="command-menu" aria-label={i18n.t('commandMenu.title')} ref={dialog} onCancel={onClose}>
      <input
        type="text"
        role="combobox"
        aria-label={i18n.t('commandMenu.title')}
        aria-expanded="true"
        aria-controls={LIST_ID}
        aria-autocomplete="list"
        aria-activedescendant={commands.length > 0 ? optionId(activeIndex.value) : undefined}
        placeholder={i18n.t('commandMenu.placeholder')}
        autocomplete="off"
        spellcheck={false}
        value={text.value}
        onInput={({ currentTarget }) => {
          text.value = currentTarget.value;
          activeIndex.value = 0;
        }}
        onKeyDown={onKeyDown}
      />
      <div role="listbox" id={LIST_ID} aria-label={i18n.t('commandMenu.commands')} tabIndex={-1} ref={list}>
        {commands.map((command, index) => (
          <CommandOption
            key={command.id}
            command={command}
            id={optionId(index)}
            isActive={index === activeIndex.value}
            onRun={() => run(command)}
          />
        ))}
      </div>
      {commands.length === 0 && (
        <p class="muted" role="status">
          {i18n.t('commandMenu.noMatch')}
        </p>
      )}
    </dialog>
  );
}

/** Returns commands for the buttons that were visible when the menu was opened. */
function useShownButtons(dialog: RefObject<HTMLElement | null>): readonly MenuCommand[] {
  const stores = useStores();
  const [buttons, setButtons] = useState<readonly MenuCommand[]>([]);
  useLayoutEffect(() => {
    const panel = dialog.current?.closest<HTMLElement>('.panel');
    const commandLabels = new Set(listMenuCommands(stores).map(({ label }) => label));
    if (panel) setButtons(shownButtonCommands(panel, commandLabels));
  }, [stores, dialog]);
  return buttons;
}

interface CommandOptionProps {
  readonly command: MenuCommand;
  readonly id: string;
  readonly isActive: boolean;
  readonly onRun: () => void;
}

function CommandOption({ command: { label, group, keys }, id, isActive, onRun }: CommandOptionProps) {
  return (
    <div
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={isActive}
      onMouseDown={(event) => {
        event.preventDefault();
        onRun();
      }}
    >
      <span class="truncate">{label}</span>
      {group && <span class="muted truncate">{group}</span>}
      {keys && <kbd>{keys}</kbd>}
    </div>
  );
}

/** Synonyms of commands by id, including words from the buttons' tooltips. */
function commandSynonyms(): Readonly<Record<string, string>> {
  return {
    'key-filter': i18n.t('commandMenu.synonyms.filter'),
    'key-clear': i18n.t('commandMenu.synonyms.clear'),
    'key-record': i18n.t('commandMenu.synonyms.record'),
    'key-compare': i18n.t('commandMenu.synonyms.compare'),
    'key-compare-previous': i18n.t('commandMenu.synonyms.compare'),
    'key-next-invalid': i18n.t('commandMenu.synonyms.invalid'),
    'key-previous-invalid': i18n.t('commandMenu.synonyms.invalid'),
    'key-help': i18n.t('commandMenu.synonyms.help'),
    'view-compose': i18n.t('commandMenu.synonyms.compose'),
    'view-rule-sets': i18n.t('commandMenu.synonyms.ruleSets'),
    import: i18n.t('commandMenu.synonyms.import'),
    watch: i18n.t('commandMenu.synonyms.watch'),
    reload: i18n.t('commandMenu.synonyms.reload'),
    window: i18n.t('commandMenu.synonyms.window'),
    'log-in': i18n.t('commandMenu.synonyms.logIn'),
    settings: i18n.t('commandMenu.synonyms.settings'),
    options: i18n.t('commandMenu.synonyms.settings'),
    guide: i18n.t('commandMenu.synonyms.help'),
    'user-guide': i18n.t('commandMenu.synonyms.help'),
    rules: i18n.t('commandMenu.synonyms.help'),
    definitions: i18n.t('commandMenu.synonyms.help'),
    'filter-help': i18n.t('commandMenu.synonyms.help'),
  };
}

const NO_MATCH_RANK = 3;

/** Returns all commands that can be run now: commands with a key first, then the commands of features. */
export function listMenuCommands(stores: Stores): readonly MenuCommand[] {
  const withKeys = stores
    .get(keyCommands)
    .parts.filter((command) => isInView(command, stores.app.view.peek()) && command.isListed?.() !== false)
    .map(({ id, keys, label, run }) => ({ id: `key-${id}`, label: label(), keys, run }));
  return [...withKeys, ...stores.get(menuCommands).parts.flatMap((list) => list())];
}

/**
 * Returns the commands whose label, group or synonyms contain every word of the text.
 * Commands whose label starts with the text come first, and commands that match only by synonyms last.
 */
function findMenuCommands(
  commands: readonly MenuCommand[],
  text: string,
  synonyms: Readonly<Record<string, string>>,
): readonly MenuCommand[] {
  const query = text.trim().toLowerCase();
  if (query === '') return commands;
  const terms = query.split(/\s+/);
  const hasAllTerms = (words: string) => terms.every((term) => words.toLowerCase().includes(term));
  const rankOf = ({ id, label, group = '', synonyms: ownSynonyms = '' }: MenuCommand): number => {
    if (label.toLowerCase().startsWith(query)) return 0;
    if (hasAllTerms(`${label} ${group}`)) return 1;
    return hasAllTerms(`${label} ${group} ${ownSynonyms} ${synonyms[id] ?? ''}`) ? 2 : NO_MATCH_RANK;
  };
  const ranked = commands.map((command) => ({ command, rank: rankOf(command) }));
  return [0, 1, 2].flatMap((rank) => ranked.filter((each) => each.rank === rank).map(({ command }) => command));
}
