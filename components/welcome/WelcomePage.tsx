import type { ComponentChildren } from 'preact';
import { Icon } from '#components/kit/Icon.tsx';
import type { IconName } from '#components/kit/icon-paths.ts';
import { Phrase } from '#components/kit/Phrase.tsx';
import { i18n } from '#i18n';

interface WelcomePageProps {
  /** The keys that open DevTools on this system. */
  readonly devtoolsKey: string;
}

/** Introduces the extension: its panel, its popup and the log-in. */
export function WelcomePage({ devtoolsKey }: WelcomePageProps) {
  return (
    <main class="welcome">
      <header>
        <img class="logo" src="/icon.svg" alt="" />
        <h1>{i18n.t('manifest.name')}</h1>
      </header>
      <p class="lead">{i18n.t('welcome.lead')}</p>
      <JourneyPicture />
      <section aria-label={i18n.t('welcome.begin')}>
        <h2>{i18n.t('welcome.begin')}</h2>
        <ol class="welcome-steps">
          <Step title={i18n.t('welcome.button.title')}>{i18n.t('welcome.button.text')}</Step>
          <Step title={i18n.t('welcome.panel.title')}>
            <Phrase
              text={i18n.t('welcome.panel.text', { key: '{key}', panel: '{panel}' })}
              parts={{ key: <kbd>{devtoolsKey}</kbd>, panel: <b>{i18n.t('manifest.shortName')}</b> }}
            />
          </Step>
          <Step title={i18n.t('welcome.watch.title')}>{i18n.t('welcome.watch.text')}</Step>
          <Step title={i18n.t('welcome.logIn.title')}>{i18n.t('welcome.logIn.text')}</Step>
        </ol>
      </section>
      <p class="welcome-links">
        <PageLink icon="rows" page="panel.html?sample" isPrimary>
          {i18n.t('welcome.sample')}
        </PageLink>
        <PageLink icon="help" page="reference.html">
          {i18n.t('welcome.reference')}
        </PageLink>
        <PageLink icon="gear" page="options.html">
          {i18n.t('welcome.options')}
        </PageLink>
      </p>
      <p class="small-print muted">{i18n.t('welcome.again')}</p>
    </main>
  );
}

interface PageLinkProps {
  readonly icon: IconName;
  readonly page: string;
  readonly isPrimary?: boolean;
  readonly children: ComponentChildren;
}

/** Links to another page of the extension. A plain link, because this page uses no browser API. */
function PageLink({ icon, page, isPrimary = false, children }: PageLinkProps) {
  return (
    <a class={isPrimary ? 'button primary' : 'button'} href={`/${page}`} target="_blank" rel="noreferrer">
      <Icon name={icon} size={13} />
      {children}
    </a>
  );
}

function Step({ title, children }: { readonly title: string; readonly children: ComponentChildren }) {
  return (
    <li>
      <b>{title}</b>
      <p>{children}</p>
    </li>
  );
}

const stages = (): readonly (readonly [IconName, string])[] => [
  ['prompt', i18n.t('welcome.stage.called')],
  ['bolt', i18n.t('welcome.stage.emitted')],
  ['nav', i18n.t('welcome.stage.sent')],
  ['valid', i18n.t('welcome.stage.accepted')],
];

/** The journey of an event from the page's call to the collector, with an example of the panel's list. */
function JourneyPicture() {
  return (
    <figure class="journey-picture">
      <ol>
        {stages().map(([icon, label]) => (
          <li key={icon}>
            <Icon name={icon} />
            <span>{label}</span>
          </li>
        ))}
      </ol>
      <div class="journey-example">
        <Icon name="invalid" size={13} tone="error" />
        <span class="mono">INTERACT</span>
        <span class="mono error">edata.type: "click"</span>
        <span>{i18n.t('welcome.example')}</span>
      </div>
      <figcaption class="muted">{i18n.t('welcome.caption')}</figcaption>
    </figure>
  );
}
