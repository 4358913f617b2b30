import type { Signal } from '@preact/signals';
import { ToolButton } from '#components/kit/Button.tsx';
import { lazy } from '#components/kit/lazy.tsx';
import { toolbarTools } from '#components/panel/app/registries.ts';
import { useApp, useStore } from '#components/panel/app/stores.ts';
import { readOnlyReason } from '#components/panel/app/tab-state.ts';
import { i18n } from '#i18n';
import { commandMenuStore } from '../command-menu/command-menu-command';
import { helpStore } from '../help-command';
import { EntityChip } from './EntityChip';
import { SettingsControl } from './SettingsControl';
import { ViewSwitch } from './ViewSwitch';

const ShortcutsHelp = lazy(async () => (await import('./ShortcutsHelp')).ShortcutsHelp);

const CommandMenu = lazy(async () => (await import('../command-menu/CommandMenu')).CommandMenu);

/** The bar on top: the tools of the features; which view; who acts; help. */
export function Toolbar() {
  const { clock, commands, entity, tab } = useApp();
  const help = useStore(helpStore);
  const menu = useStore(commandMenuStore);
  const tools = useStore(toolbarTools).parts;
  return (
    <header class="bar toolbar">
      <h1 class="hidden">{i18n.t('manifest.shortName')}</h1>
      {tools.map((Tool, index) => (
        <Tool key={String(index)} />
      ))}
      <span class="grow" />
      <ViewSwitch />
      <span class="grow" />
      <EntityChip
        entity={entity.value}
        now={clock.value}
        onOpen={commands.openPopup}
        unavailable={readOnlyReason(tab.value)}
      />
      {tab.value.place === 'devtools' && (
        <ToolButton icon="window" name={i18n.t('toolbar.openWindow')} onClick={commands.openWindow} />
      )}
      <ToolButton
        icon="search"
        name={i18n.t('commandMenu.title')}
        title={i18n.t('commandMenu.hint')}
        onClick={() => show(menu, true)}
      />
      {menu.value && <CommandMenu onClose={() => show(menu, false)} />}
      <SettingsControl />
      <ToolButton
        icon="help"
        name={i18n.t('toolbar.shortcuts')}
        title={i18n.t('toolbar.shortcutsHint')}
        onClick={() => show(help, true)}
      />
      {help.value && <ShortcutsHelp onClose={() => show(help, false)} />}
    </header>
  );
}

function show(help: Signal<boolean>, isShown: boolean) {
  help.value = isShown;
}
