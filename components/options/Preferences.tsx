import type { ComponentChildren } from 'preact';
import { formatBytes } from '#components/i18n/format.ts';
import { keepForOptions } from '#components/i18n/keep-for-labels.ts';
import { Button } from '#components/kit/Button.tsx';
import { ConfirmButton } from '#components/kit/ConfirmButton.tsx';
import { CheckBox } from '#components/kit/forms/CheckBox.tsx';
import { SelectBox, type SelectOption } from '#components/kit/forms/SelectBox.tsx';
import { Icon } from '#components/kit/Icon.tsx';
import type { WatchedSites } from '#core/util/site';
import { THEME_SETTINGS, type ThemeSetting } from '#extension/protocol/theme-setting';
import { i18n } from '#i18n';
import { LANGUAGE_NAMES, LANGUAGE_SETTINGS, type LanguageSetting } from '#i18n/language';
import type { PreferencesModel } from './preferences-model';

const themeLabels = {
  devtools: 'options.theme.devtools',
  light: 'options.theme.light',
  dark: 'options.theme.dark',
} as const satisfies Readonly<Record<ThemeSetting, string>>;

/** All settings except the environments: sites, panel, theme, storage. */
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
        <CheckBox
          className="check preference"
          checked={panel.preserveLog}
          onChange={(preserveLog) => void model.changePanel({ preserveLog })}
        >
          {i18n.t('toolbar.preserveLog')}
        </CheckBox>
        <CheckBox
          className="check preference"
          checked={panel.timeline}
          onChange={(timeline) => void model.changePanel({ timeline })}
        >
          {i18n.t('settings.timeline')}
        </CheckBox>
        <CheckBox
          className="check preference"
          checked={panel.callStacks}
          onChange={(callStacks) => void model.changePanel({ callStacks })}
        >
          {i18n.t('callStack.record')}
        </CheckBox>
        <CheckBox
          className="check preference"
          checked={panel.userActions}
          onChange={(userActions) => void model.changePanel({ userActions })}
        >
          {i18n.t('userAction.record')}
        </CheckBox>
        <SelectField
          label={i18n.t('settings.persist')}
          value={panel.keepFor}
          options={keepForOptions()}
          onSelect={(keepFor) => void model.changePanel({ keepFor })}
        />
      </Group>
      <Group title={i18n.t('options.theme.title')}>
        <SelectField
          label={i18n.t('options.theme.label')}
          value={theme}
          options={themeOptions()}
          onSelect={(setting) => void model.selectTheme(setting)}
        />
      </Group>
      <Group title={i18n.t('options.storage.title')}>
        <p class="preference">
          <span class="grow">
            {usage === null
              ? i18n.t('options.storage.unknown')
              : i18n.t('options.storage.used', { size: formatBytes(usage) })}
          </span>
          <ConfirmButton
            icon="trash"
            label={i18n.t('options.storage.clear')}
            hint={i18n.t('options.storage.clearHint')}
            title={i18n.t('options.storage.confirmClear.title')}
            warning={i18n.t('options.storage.confirmClear.warning')}
            onConfirm={() => void model.clear()}
          />
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
            <Icon name="eye" size={13} tone={isWatched ? 'success' : 'muted'} />
            <span class="grow truncate">
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

/** Formats a match pattern as a site: `https://learn.example.org` for `https://learn.example.org/*`. */
function siteOf(pattern: string): string {
  return pattern.replace(/\/\*$/, '');
}

interface SelectFieldProps<Value extends string> {
  readonly label: string;
  readonly value: Value;
  readonly options: readonly SelectOption<Value>[];
  readonly onSelect: (value: Value) => void;
}

function SelectField<Value extends string>({ label, ...box }: SelectFieldProps<Value>) {
  return (
    <label class="preference">
      <span class="grow">{label}</span>
      <SelectBox {...box} />
    </label>
  );
}

const themeOptions = () => THEME_SETTINGS.map((setting) => [setting, i18n.t(themeLabels[setting])] as const);

interface LanguagePickerProps {
  readonly setting: LanguageSetting;
  readonly onSelect: (setting: LanguageSetting) => void;
}

/** Picks the language of all extension pages. Names each language in that language, so that its speakers find it. */
export function LanguagePicker({ setting, onSelect }: LanguagePickerProps) {
  const select = (value: string) => {
    const selected = LANGUAGE_SETTINGS.find((each) => each === value);
    if (selected !== undefined) onSelect(selected);
  };
  return (
    <label class="language-picker">
      {i18n.t('options.language.title')}
      <span class="select">
        <select value={setting} onChange={(event) => select(event.currentTarget.value)}>
          {LANGUAGE_SETTINGS.map((each) => (
            <option key={each} value={each} lang={each === 'browser' ? undefined : each}>
              {each === 'browser' ? i18n.t('options.language.browser') : LANGUAGE_NAMES[each]}
            </option>
          ))}
        </select>
        <Icon name="down" size={13} />
      </span>
    </label>
  );
}
