import type { Signal } from '@preact/signals';
import { EXPIRES_SOON_MS, formatShortDuration, formatTimeLeft } from '#components/i18n/format.ts';
import { ToolButton } from '#components/kit/Button.tsx';
import { Icon } from '#components/kit/Icon.tsx';
import { lazy } from '#components/kit/lazy.tsx';
import { Segments } from '#components/kit/Segments.tsx';
import { panelViews } from '#components/panel/app/panel-views.tsx';
import { toolbarTools } from '#components/panel/app/registries.ts';
import { useApp, useStore } from '#components/panel/app/stores.ts';
import { readOnlyReason } from '#components/panel/app/tab-state.ts';
import type { EpochMilliseconds } from '#core/journey/record';
import { i18n } from '#i18n';
import type { ActiveEntity } from '#panel/acting-state';
import { commandMenuStore } from '../command-menu/command-menu-command';
import { helpStore } from '../help-commands';
import { settingsDialogStore } from '../settings-dialog-store';

const ShortcutsHelp = lazy(async () => (await import('./ShortcutsHelp')).ShortcutsHelp);

const CommandMenu = lazy(async () => (await import('../command-menu/CommandMenu')).CommandMenu);

/** The bar at the top: tools of the features, view switch, active entity, help. */
export function Toolbar() {
  const { clock, commands, entity, tab } = useApp();
  const help = useStore(helpStore);
  const menu = useStore(commandMenuStore);
  const tools = useStore(toolbarTools).parts;
  return (
    <header class="bar toolbar">
      <h1 class="visually-hidden">{i18n.t('manifest.shortName')}</h1>
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
      {tab.value.hostType === 'devtools' && (
        <ToolButton icon="window" name={i18n.t('toolbar.openWindow')} onClick={commands.openWindow} />
      )}
      <ToolButton
        icon="search"
        name={i18n.t('commandMenu.title')}
        title={i18n.t('commandMenu.hint')}
        onClick={() => setOpen(menu, true)}
      />
      {menu.value && <CommandMenu onClose={() => setOpen(menu, false)} />}
      <SettingsControl />
      <ToolButton
        icon="help"
        name={i18n.t('toolbar.shortcuts')}
        title={i18n.t('toolbar.shortcutsHint')}
        onClick={() => setOpen(help, true)}
      />
      {help.value && <ShortcutsHelp onClose={() => setOpen(help, false)} />}
    </header>
  );
}

function setOpen(dialog: Signal<boolean>, isOpen: boolean) {
  dialog.value = isOpen;
}

interface EntityChipProps {
  readonly entity: ActiveEntity | null;
  readonly now: EpochMilliseconds;
  /** Opens the popup, in which entities log in. */
  readonly onOpen: () => void;
  /** Why the user can't log in, or null. */
  readonly unavailable: string | null;
}

/** The active test entity with the remaining lifetime of its access token, or a log-in button. */
function EntityChip({ entity, now, onOpen, unavailable }: EntityChipProps) {
  if (!entity) {
    const name = i18n.t('toolbar.logIn');
    return (
      <button
        type="button"
        class="entity"
        aria-label={name}
        aria-disabled={unavailable === null ? undefined : true}
        title={unavailable ?? i18n.t('toolbar.logInHint')}
        onClick={() => unavailable === null && onOpen()}
      >
        <Icon name="key" size={13} tone="muted" />
        <span class="word">{name}</span>
      </button>
    );
  }
  const remainingMs = entity.accessExpiresAt - now;
  const expiredLabel = i18n.t('toolbar.expired');
  const label =
    remainingMs > 0
      ? i18n.t('toolbar.timeLeft', { time: formatShortDuration(Math.ceil(remainingMs / 1000) * 1000) })
      : expiredLabel;
  const title = i18n.t('toolbar.actingAs', { entity: entity.userId, left: label });
  return (
    <button type="button" class="entity" title={title} onClick={onOpen}>
      <Icon name="key" size={13} />
      <span class="wide truncate">{entity.userId}</span>
      <span class={`tabular ${remainingMs < EXPIRES_SOON_MS ? 'warning' : 'muted'}`}>
        {remainingMs > 0 ? formatTimeLeft(remainingMs) : expiredLabel}
      </span>
    </button>
  );
}

const SettingsDialog = lazy(async () => (await import('./SettingsDialog')).SettingsDialog);

/** The button that opens the panel's settings. */
function SettingsControl() {
  const dialog = useStore(settingsDialogStore);
  return (
    <>
      <ToolButton icon="gear" name={i18n.t('settings.title')} onClick={() => setOpen(dialog, true)} />
      {dialog.value && <SettingsDialog onClose={() => setOpen(dialog, false)} />}
    </>
  );
}

/** Selects the view of the panel. A view within another view is not listed. */
function ViewSwitch() {
  const { view } = useApp();
  const { parts } = useStore(panelViews);
  const current = parts.find(({ id }) => id === view.value)?.location;
  const options = parts.flatMap(({ id, label, location }) =>
    'icon' in location ? [{ value: id, label: label(), icon: location.icon }] : [],
  );
  return (
    <Segments
      name={i18n.t('toolbar.view')}
      options={options}
      value={current && 'within' in current ? current.within : view.value}
      onSelect={(next) => {
        view.value = next;
      }}
    />
  );
}
