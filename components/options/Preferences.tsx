import type { ComponentChildren } from 'preact';
import { formatBytes } from '#components/i18n/format.ts';
import { keepForLabels } from '#components/i18n/keep-for-labels.ts';
import { Button } from '#components/kit/Button.tsx';
import { Icon } from '#components/kit/Icon.tsx';
import type { WatchedSites } from '#core/util/site';
import { THEME_CHOICES, type ThemeChoice } from '#core/util/theme-choices';
import type { KeepFor } from '#extension/panel/persistence/retention';
import { i18n } from '#i18n';
import type { PreferencesModel } from './preferences-model';

const themeLabels = {
  devtools: 'options.theme.devtools',
  light: 'options.theme.light',
  dark: 'options.theme.dark',
} as const satisfies Readonly<Record<ThemeChoice, string>>;

/** All settings but the environments: sites, panel, theme, storage. */
export function Preferences({ model }: { readonly model: PreferencesModel }) {
  const state = model.state.value;
  if (state === null) return null;
  const { sites, panel, theme, usage } = state;
  return (
    <div class="preferences">
      <Group title={i18n.t('options.sites.title')}>
        <SiteList sites={sites} model={model} />
      </Group>
      <Group title={i18n.t('options.panel.title')}>
        <Check
          label={i18n.t('toolbar.preserveLog')}
          checked={panel.preserveLog}
          onChange={(preserveLog) => void model.changePanel({ preserveLog })}
        />
        <Check
          label={i18n.t('settings.timeline')}
          checked={panel.timeline}
          onChange={(timeline) => void model.changePanel({ timeline })}
        />
        <Check
          label={i18n.t('callStack.record')}
          checked={panel.callStacks}
          onChange={(callStacks) => void model.changePanel({ callStacks })}
        />
        <Choice
          label={i18n.t('settings.persist')}
          value={panel.keepFor}
          options={entriesOf(keepForLabels)}
          onChoose={(keepFor) => void model.changePanel({ keepFor })}
        />
      </Group>
      <Group title={i18n.t('options.theme.title')}>
        <Choice
          label={i18n.t('options.theme.label')}
          value={theme}
          options={THEME_CHOICES.map((choice) => [choice, themeLabels[choice]] as const)}
          onChoose={(choice) => void model.chooseTheme(choice)}
        />
      </Group>
      <Group title={i18n.t('options.storage.title')}>
        <p class="preference">
          <span class="grow">
            {usage === null
              ? i18n.t('options.storage.unknown')
              : i18n.t('options.storage.used', { size: formatBytes(usage) })}
          </span>
          <Button icon="trash" title={i18n.t('options.storage.clearHint')} onClick={() => void model.clear()}>
            {i18n.t('options.storage.clear')}
          </Button>
        </p>
      </Group>
    </div>
  );
}

function Group({ title, children }: { readonly title: string; readonly children: ComponentChildren }) {
  return (
    <section aria-label={title}>
      <h2>{title}</h2>
      {children}
    </section>
  );
}

interface SiteListProps {
  readonly sites: WatchedSites;
  readonly model: Pick<PreferencesModel, 'watch' | 'stop' | 'forget'>;
}

function SiteList({ sites: { watched, stopped, fixed }, model }: SiteListProps) {
  if (watched.length + stopped.length === 0) return <p class="muted">{i18n.t('options.sites.none')}</p>;
  return (
    <ul class="sites">
      {[...watched, ...stopped].map((pattern) => {
        const site = siteOf(pattern);
        const isWatched = watched.includes(pattern);
        return (
          <li key={pattern} class="preference">
            <Icon name="eye" size={13} tone={isWatched ? 'ok' : 'muted'} />
            <span class="grow clip">
              {site} {!isWatched && <span class="muted">{i18n.t('options.sites.notWatched')}</span>}
            </span>
            <Button
              title={i18n.t(isWatched ? 'options.sites.stopOf' : 'options.sites.watchOf', { site })}
              onClick={() => void (isWatched ? model.stop : model.watch)(pattern)}
            >
              {i18n.t(isWatched ? 'options.sites.stop' : 'options.sites.watch')}
            </Button>
            {!fixed.includes(pattern) && (
              <Button title={i18n.t('options.sites.forgetOf', { site })} onClick={() => void model.forget(pattern)}>
                {i18n.t('options.sites.forget')}
              </Button>
            )}
          </li>
        );
      })}
    </ul>
  );
}

/** `https://learn.example.org` for `https://learn.example.org/*`. */
function siteOf(pattern: string): string {
  return pattern.replace(/\/\*$/, '');
}

interface CheckProps {
  readonly label: string;
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
}

function Check({ label, checked, onChange }: CheckProps) {
  return (
    <label class="check preference">
      <input type="checkbox" checked={checked} onChange={({ currentTarget }) => onChange(currentTarget.checked)} />
      {label}
    </label>
  );
}

interface ChoiceProps<Value extends string> {
  readonly label: string;
  readonly value: Value;
  readonly options: readonly (readonly [Value, (typeof themeLabels)[ThemeChoice] | (typeof keepForLabels)[KeepFor]])[];
  readonly onChoose: (value: Value) => void;
}

function Choice<Value extends string>({ label, value, options, onChoose }: ChoiceProps<Value>) {
  const choose = (name: string) => {
    const chosen = options.find(([option]) => option === name);
    if (chosen !== undefined) onChoose(chosen[0]);
  };
  return (
    <label class="preference">
      <span class="grow">{label}</span>
      <span class="select">
        <select value={value} onChange={({ currentTarget }) => choose(currentTarget.value)}>
          {options.map(([option, key]) => (
            <option key={option} value={option}>
              {i18n.t(key)}
            </option>
          ))}
        </select>
        <Icon name="down" size={13} />
      </span>
    </label>
  );
}

function entriesOf(labels: typeof keepForLabels): ChoiceProps<KeepFor>['options'] {
  return (Object.keys(labels) as KeepFor[]).map((keepFor) => [keepFor, labels[keepFor]]);
}
